"""Text that attacks the page: nothing of it runs, becomes an element, or breaks the layout."""
import maps
from browser import ReportTest

# Everything that the page itself may be made of.
OWN = {
    'html', 'head', 'meta', 'title', 'style', 'body', 'svg', 'defs', 'path', 'use', 'rect', 'circle', 'polyline', 'line',
    'text', 'a', 'header', 'div', 'p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'b', 'i', 'nav', 'button', 'span', 'main',
    'section', 'noscript', 'canvas', 'aside', 'label', 'input', 'article', 'ul', 'ol', 'li', 'small', 'details', 'summary',
    'select', 'option', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'dl', 'dt', 'dd', 'code', 'em', 'script',
}


class Hostile(ReportTest):
    @classmethod
    def folder(cls):
        return maps.hostile()

    def assert_unharmed(self):
        self.assertIsNone(self.ask('return window.broken === undefined ? null : window.broken'))
        self.assertEqual(set(self.ask('return [...document.querySelectorAll("*")].map(one => one.localName)')) - OWN, set())
        self.assertEqual(self.ask('return document.querySelectorAll("img,iframe,object,embed,link,#injected").length'), 0)
        self.assertEqual(self.ask('return document.scripts.length'), 3)
        self.assertEqual(self.ask("""return [...document.querySelectorAll('*')].flatMap(one => [...one.attributes])
            .filter(one => one.name.startsWith('on')).length"""), 0)
        for address in self.ask('return [...document.querySelectorAll("[href]")].map(one => one.getAttribute("href"))'):
            self.assertRegex(address, r'^(#|https?://)')

    def test_every_attack_is_in_the_map(self):
        self.assertGreaterEqual(len(self.map['papers']), len(maps.HOSTILE_TITLES))

    def test_nothing_runs_on_load(self):
        self.assert_unharmed()

    def test_nothing_runs_in_any_paper(self):
        for paper in self.map['papers']:
            self.ask('location.hash = arguments[0]', paper['id'])
            self.wait('return document.querySelector("#panel h3").textContent === arguments[0]', paper['headline'])
            self.assertIn(paper['abstract'], self.text('#panel'))
            self.assert_unharmed()

    def test_nothing_runs_in_a_search(self):
        for words in ('<img src=x onerror="window.broken=8">', '</script>', '\\', '(', 'שלום', '🎉'):
            self.ask("""const field = document.querySelector('#query');
                field.value = arguments[0];
                field.dispatchEvent(new Event('input'))""", words)
            self.wait('return document.querySelector("#hits").textContent')
            self.assert_unharmed()

    def test_attacks_can_be_found_and_read(self):
        self.type('#query', 'onerror')
        self.wait('return document.querySelector("#hits").textContent')
        self.assertGreater(self.ask('return document.querySelectorAll("#panel a.row").length'), 0)

    def test_nothing_runs_in_any_label_of_the_map(self):
        for topic in self.map['topics']:
            self.ask('location.hash = arguments[0]', topic['id'])
            self.wait('return document.querySelector("#panel h3").textContent.includes(arguments[0])', topic['label'])
        self.assert_unharmed()

    def test_links_to_papers_are_web_addresses(self):
        links = set()
        for paper in self.map['papers']:
            self.ask('location.hash = arguments[0]', paper['id'])
            self.wait('return document.querySelector("#panel h3").textContent === arguments[0]', paper['headline'])
            links.update(map(tuple, self.ask("""return [...document.querySelectorAll('#panel a[target]')]
                .map(one => [one.protocol, one.rel])""")))
        self.assertEqual(links - {('https:', 'noopener noreferrer')}, set())

    def test_long_words_do_not_widen_the_page(self):
        for width in (1400, 1000, 800, 420, 320):
            with self.subTest(width=width):
                self.open(width=width)
                self.ask('document.querySelectorAll("details").forEach(one => one.open = true)')
                self.assert_page_fits()
                self.assert_nothing_cut_off('header,#panel,.cards,#list,#account,#method')
                self.assert_labels_in_order()

    def test_long_words_of_a_paper_stay_in_the_panel(self):
        for width in (1400, 420):
            for paper in self.map['papers'][::3]:
                with self.subTest(width=width, paper=paper['headline'][:40]):
                    self.open('#' + paper['id'], width=width)
                    self.assert_page_fits()
                    self.assert_nothing_cut_off('#panel')
                    wide, room = self.ask('const one = document.querySelector("#panel"); return [one.scrollWidth, one.clientWidth]')
                    self.assertLessEqual(wide, room)

    def test_a_tip_of_a_long_headline_stays_inside(self):
        left, top, _, _ = self.stage()
        stage = self.stage()
        for x, y in self.paper_places().values():
            if self.visible_on_map(x, y):
                self.mouse('mouseMoved', left + x, top + y)
                self.wait('return !document.querySelector("#tip").hidden')
                box = self.box('#tip')
                self.assertTrue(box[0] >= stage[0] and box[1] >= stage[1] and box[2] <= stage[2] and box[3] <= stage[3])

    def test_letters_that_run_from_the_right_do(self):
        paper = next(paper for paper in self.map['papers'] if paper['abstract'].startswith('שלום'))
        self.open('#' + paper['id'])
        self.assertEqual(self.ask('return getComputedStyle(document.querySelector("#panel .abstract")).direction'), 'rtl')
        self.assertEqual(self.ask('return getComputedStyle(document.querySelector("#panel .facts dd")).direction'), 'ltr')
