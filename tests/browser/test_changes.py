"""What an update changed: told in the page with links, drawn with words beside it, and readable on a phone."""
import maps
from browser import ReportTest
from test_theme import COLOURS, contrast

TEXTS = ('#changes h2', '#changes p', '#changes h3', '#changes small', '#changes .tag', '#changes .badge', '#changes summary',
         '#changes .titles a')


class Changes(ReportTest):
    @classmethod
    def folder(cls):
        return maps.updated()

    def kinds(self):
        run = self.map['updates'][-1]['run']
        return {event['event'] for event in self.map['ledger'] if event['run'] == run}

    def test_the_contents_lead_to_the_part(self):
        self.find('nav a[href="#changes"]').click()
        self.wait('return Math.abs(document.querySelector("#changes").getBoundingClientRect().top) < 40')

    def test_the_part_tells_the_last_run_and_lists_the_others(self):
        update = self.map['updates'][-1]
        self.assertIn(f'{update["known"]} were there before', self.text('#changes'))
        names = self.ask('return [...document.querySelectorAll("#changes h3")].map(one => one.textContent)')
        self.assertEqual('New topics' in names, 'born' in self.kinds())
        self.assertEqual('Retired topics' in names, 'retired' in self.kinds())
        self.assertEqual(self.ask('return document.querySelectorAll("#changes .runs li").length'), len(self.map['updates']) - 1)

    def test_every_link_leads_to_something(self):
        links = self.ask('return [...document.querySelectorAll("#changes a")].map(one => one.getAttribute("href").slice(1))')
        ids = {one['id'] for kind in ('topics', 'papers') for one in self.map[kind]}
        self.assertGreater(len(links), 0)
        self.assertEqual(set(links) - ids, set())

    def test_a_link_opens_its_topic(self):
        link = self.find('#changes a.tag')
        topic = link.get_attribute('href').split('#')[1]
        link.click()
        self.wait('return document.querySelector(".card.lit")?.id === arguments[0]', topic)

    def test_the_drawing_has_words(self):
        moved = [event for event in self.map['ledger'] if event['event'] == 'split' and event['run'] == self.map['updates'][-1]['run']]
        self.assertTrue(moved)
        self.assertEqual(self.find('#changes svg.flow').get_attribute('role'), 'img')
        words = self.find('#changes svg.flow').get_attribute('aria-label')
        for event in moved:
            self.assertIn(f'stayed in {event["topic"]} ', words)
        bare = self.ask("""return [...document.querySelectorAll('#changes svg')]
            .filter(one => one.getAttribute('aria-hidden') !== 'true' && !one.getAttribute('aria-label')).length""")
        self.assertEqual(bare, 0)

    def test_nothing_sticks_out_on_a_phone(self):
        self.open(width=360, height=800)
        self.ask('document.querySelectorAll("#changes details").forEach(one => one.open = true)')
        self.assertLessEqual(self.ask('return document.documentElement.scrollWidth'), 360)
        out = self.ask("""return [...document.querySelectorAll('#changes *')]
            .filter(one => one.getBoundingClientRect().right > 361).map(one => one.outerHTML.slice(0, 80))""")
        self.assertEqual(out, [])

    def test_the_part_reads_in_both_themes(self):
        for theme in ('light', 'dark'):
            self.open(theme=theme)
            for selector in TEXTS:
                for colour, ground in self.ask(COLOURS, selector):
                    self.assertGreaterEqual(contrast(colour, ground), 4.5, (theme, selector))


class FirstRun(ReportTest):
    @classmethod
    def folder(cls):
        return maps.first()

    def test_a_first_run_has_no_such_part(self):
        self.assertEqual(len(self.map['updates']), 1)
        self.assertEqual(self.find_all('#changes, nav a[href="#changes"]'), [])
