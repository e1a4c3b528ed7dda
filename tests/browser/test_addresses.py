"""Addresses: #p… is a paper, #t… a topic, everything else nothing."""
from browser import ReportTest

STRANGE = ('#nothing', '#p0000000000000000', '#t999999', '#%', '#%E0%A4%A', '#constructor', '#__proto__', '#', '#t1"><img src=x>',
           '#' + 'x' * 5000)


class Addresses(ReportTest):
    def go(self, address):
        self.ask('location.hash = arguments[0]', address)

    def assert_topics_shown(self):
        self.wait('return document.querySelectorAll("#panel a.row.topic").length === arguments[0]', len(self.map['topics']))

    def test_a_paper_opens_when_the_page_does(self):
        for paper in (self.map['papers'][0], self.map['papers'][-1]):
            self.open('#' + paper['id'])
            self.assertIn(paper['abstract'], self.text('#panel'))
            self.assertEqual(self.text('#panel h3'), paper['headline'])

    def test_the_map_is_in_sight_when_a_paper_opens(self):
        self.open('#' + self.map['papers'][0]['id'])
        self.wait("""const box = document.querySelector('#stage').getBoundingClientRect();
            return box.top >= -1 && box.top < innerHeight / 2""")

    def test_a_topic_opens_when_the_page_does(self):
        topic = self.map['topics'][1]
        self.open('#' + topic['id'])
        self.assertIn(topic['label'], self.text('#panel h3'))
        self.assertEqual(self.ask('return document.querySelectorAll("#panel a.row").length'), topic['size'])
        self.assertEqual(self.ask('return document.querySelector(".card.lit").id'), topic['id'])

    def test_an_address_that_changes_is_followed(self):
        paper, topic = self.map['papers'][3], self.map['topics'][2]
        self.go(paper['id'])
        self.wait('return document.querySelector("#panel").textContent.includes(arguments[0])', paper['abstract'])
        self.go(topic['id'])
        self.wait('return document.querySelector("#panel h3").textContent.includes(arguments[0])', topic['label'])
        self.go('')
        self.assert_topics_shown()

    def test_back_returns(self):
        first, second = self.map['papers'][:2]
        self.go(first['id'])
        self.go(second['id'])
        self.wait('return document.querySelector("#panel h3").textContent === arguments[0]', second['headline'])
        self.driver.back()
        self.wait('return document.querySelector("#panel h3").textContent === arguments[0]', first['headline'])
        self.driver.back()
        self.assert_topics_shown()

    def test_strange_addresses_do_no_harm(self):
        for address in STRANGE:
            with self.subTest(address=address[:40], when='on load'):
                self.open(address)
                self.assert_topics_shown()
        for address in STRANGE:
            with self.subTest(address=address[:40], when='later'):
                self.go(self.map['papers'][0]['id'])
                self.wait('return document.querySelector("#panel .abstract")')
                self.go(address)
                self.assert_topics_shown()
        self.assertEqual(self.ask('return document.querySelectorAll("img").length'), 0)

    def test_links_of_the_head_lead_to_their_parts(self):
        for name in ('map', 'topics', 'papers', 'choice', 'account', 'method'):
            self.find(f'nav a[href="#{name}"]').click()
            self.wait("""const box = document.getElementById(arguments[0]).getBoundingClientRect();
                return box.top < innerHeight && box.bottom > 0""", name)
