"""The page by itself: it loads alone, says what the map says, and reads in order."""
import json
import re

from browser import ReportTest


def percent(share):
    """A share as the report writes it."""
    value = share * 100
    return f'{max(value, .1):.1f}\u00a0%' if 0 < value < .95 else f'{value:.0f}\u00a0%'


def counted(number, noun):
    return f'{number:,} {noun}{"" if number == 1 else "s"}'


class Loading(ReportTest):
    def requests(self):
        for entry in self.driver.get_log('performance'):
            message = json.loads(entry['message'])['message']
            if message['method'] == 'Network.requestWillBeSent':
                yield message['params']['request']['url']

    def test_nothing_is_requested_but_the_file(self):
        page = (self.folder() / 'index.html').resolve().as_uri()
        self.assertEqual({address for address in self.requests() if address != 'about:blank'}, {page})

    def test_a_request_would_be_refused(self):
        refused = self.driver.execute_async_script("""const done = arguments[0];
            document.addEventListener('securitypolicyviolation', event => done(event.effectiveDirective));
            document.body.append(Object.assign(new Image(), {src: 'file:///nothing.png'}));""")
        self.assertEqual(refused, 'img-src')
        self.assertTrue(self.driver.get_log('browser'))

    def test_the_window_is_named_after_the_map(self):
        self.assertEqual(self.driver.title, f'{self.map["title"]}: topic map')
        self.assertEqual(self.text('h1'), self.map['title'])


class Content(ReportTest):
    def test_the_lead_says_the_counts(self):
        counts, lead = self.map['counts'], self.text('.lead')
        for noun in ('paper', 'topic', 'record', 'dump'):
            self.assertIn(counted(counts[noun + 's'], noun), lead)
        self.assertIn(counted(counts['duplicates'], 'duplicate') if counts['duplicates'] else 'No duplicates', lead)

    def test_the_account_balances(self):
        counts, account = self.map['counts'], self.text('#account')
        self.assertIn(f'{counted(counts["records"], "record")} = {counted(counts["papers"], "paper")} + '
                      f'{counted(counts["duplicates"], "duplicate")} merged', account)
        for source in self.map['sources']:
            self.assertIn(source['name'], account)

    def test_every_topic_has_its_card(self):
        cards = [card.get_attribute('id') for card in self.find_all('.card')]
        self.assertEqual(sorted(cards), sorted(topic['id'] for topic in self.map['topics']))

    def test_a_card_says_label_size_phrases_and_shares(self):
        for topic in self.map['topics']:
            card = re.sub(r'[ \n]+', ' ', self.text('#' + topic['id']))
            self.assertIn(topic['label'], card)
            self.assertIn(f'{counted(topic["size"], "paper")}, {percent(topic["share"])} of all', card)
            self.assertTrue(topic['phrases'])
            for phrase in topic['phrases']:
                inside, outside = percent(phrase['inside']), percent(phrase['outside'])
                sentence = f"in {inside} of this topic's papers, in {outside} of the others"
                self.assertIn(f'{phrase["text"]} {sentence} {inside} here, {outside} elsewhere', card)

    def test_a_card_holds_all_its_papers(self):
        for topic in self.map['topics']:
            shown = self.ask("""return [...document.querySelectorAll('#' + arguments[0] + ' .all li')]
                .map(one => [one.id, one.querySelector('a').textContent])""", topic['id'])
            papers = {paper['id']: paper['headline'] for paper in self.map['papers'] if paper['topic'] == topic['id']}
            self.assertEqual(len(shown), topic['size'])
            self.assertEqual(dict(shown), papers)

    def test_the_papers_of_a_card_open(self):
        card = self.find('.card .all')
        card.find_element('css selector', 'summary').click()
        self.wait('return document.querySelector(".card .all li").offsetHeight > 0')

    def test_representatives_stand_on_their_card(self):
        for topic in self.map['topics']:
            links = self.ask("""return [...document.querySelectorAll('#' + arguments[0] + ' .central a')]
                .map(one => one.getAttribute('href').slice(1))""", topic['id'])
            self.assertEqual(links, topic['representatives'])


class Structure(ReportTest):
    def test_the_language_is_set(self):
        self.assertEqual(self.ask('return document.documentElement.lang'), 'en')

    def test_headings_go_down_one_step_at_a_time(self):
        levels = self.ask('return [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map(one => +one.tagName[1])')
        self.assertEqual(levels.count(1), 1)
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels)

    def test_ids_are_unique(self):
        ids = self.ask('return [...document.querySelectorAll("[id]")].map(one => one.id)')
        self.assertEqual(len(ids), len(set(ids)))

    def test_every_control_has_a_name(self):
        nameless = self.ask("""const name = one => one.getAttribute('aria-label') || one.textContent.trim()
              || [...(one.labels || [])].map(label => label.textContent.trim()).join('');
            return [...document.querySelectorAll('button,a[href],input,select,summary')].filter(one => !name(one))
              .map(one => one.outerHTML)""")
        self.assertEqual(nameless, [])

    def test_links_lead_somewhere_safe(self):
        for link in self.ask('return [...document.querySelectorAll("[href]")].map(one => [one.getAttribute("href"), one.rel || ""])'):
            address, relation = link
            self.assertRegex(address, r'^(#|https?://)')
            if not address.startswith('#'):
                self.assertIn('noopener', relation)

    def test_links_within_the_page_have_a_target(self):
        missing = self.ask("""return [...document.querySelectorAll('a[href^="#"]')].map(one => one.getAttribute('href').slice(1))
            .filter(id => !document.getElementById(id))""")
        self.assertEqual(missing, [])

    def test_no_style_or_handler_hangs_on_an_element_of_the_file(self):
        text = (self.folder() / 'index.html').read_text(encoding='utf-8')
        self.assertNotRegex(text, r'<[a-z][^>]* (style|on[a-z]+)=')


class WithoutScript(ReportTest):
    def setUp(self):
        self.command('Emulation.setScriptExecutionDisabled', value=True)
        super().setUp()

    def tearDown(self):
        self.command('Emulation.setScriptExecutionDisabled', value=False)

    def open(self, *_):
        super().open(ready=False)

    def test_topics_and_papers_are_plain_text(self):
        self.wait('return document.readyState === "complete"')
        text = self.ask('document.querySelectorAll("details").forEach(one => one.open = true); return document.body.innerText')
        for topic in self.map['topics']:
            self.assertIn(topic['label'], text)
        for paper in self.map['papers']:
            self.assertIn(paper['headline'], text)

    def test_what_needs_a_script_is_not_shown(self):
        self.wait('return document.readyState === "complete"')
        for selector in ('.atlas', '#papers', '#theme'):
            self.assertFalse(self.find(selector).is_displayed(), selector)
        self.assertFalse(self.ask('return document.documentElement.classList.contains("live")'))
        self.assertTrue(self.find('noscript .note').is_displayed())


class OnPaper(ReportTest):
    def shown(self, selector):
        return self.ask("""return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility()
            && one.getClientRects().length).length""", selector)

    def test_a_print_shows_topics_and_hides_controls(self):
        self.prefer('dark', media='print')
        for selector in ('#stage', '#query', '#theme', 'nav', '#papers', '.pager'):
            self.assertEqual(self.shown(selector), 0, selector)
        for selector in ('h1', '.card .name', '.card .phrases li'):
            self.assertGreater(self.shown(selector), 0, selector)
        self.assertEqual(self.ask('return getComputedStyle(document.body).backgroundColor'), 'rgb(255, 255, 255)')

    def test_a_print_has_every_headline(self):
        self.assertEqual(self.shown('.card .all li'), 0)
        self.prefer('light', media='print')
        self.assertEqual(self.shown('.card .all li'), len(self.map['papers']))

    def test_a_print_of_a_dark_screen_has_the_light_colours(self):
        inks = 'return [...document.querySelectorAll(".card .mark")].map(one => getComputedStyle(one).fill)'
        light = self.ask(inks)
        self.find('#theme').click()
        self.assertNotEqual(self.ask(inks), light)
        self.prefer('dark', media='print')
        self.assertEqual(self.ask(inks), light)
        self.ask('try { localStorage.clear() } catch { }')

    def test_a_print_begins_with_topics_or_what_changed_on_its_first_page(self):
        self.prefer('light', media='print')
        self.command('Emulation.setDeviceMetricsOverride', width=720, height=1000, deviceScaleFactor=1, mobile=False)
        self.assertLess(self.box('#changes h2, .card .phrases')[1], 1000)
        for selector in ('.card', '.cards'):
            self.assertEqual(self.ask('return getComputedStyle(document.querySelector(arguments[0])).breakInside', selector), 'auto')
