"""A map of 2,000 papers: complete, ready, and as orderly as a small one."""
import maps
from browser import ReportTest


class Large(ReportTest):
    @classmethod
    def folder(cls):
        return maps.large()

    def test_every_paper_is_drawn(self):
        self.assertGreater(len(self.map['papers']), 0.9 * maps.LARGE)
        self.assertEqual(len(self.drawn()), len(self.map['papers']))

    def test_abstracts_are_unpacked(self):
        self.assertEqual(self.ask('return document.querySelector("#packed").textContent'), '')
        self.assertNotIn('"abstracts"', self.text('#data'))
        for paper in (self.map['papers'][0], self.map['papers'][999], self.map['papers'][1000], self.map['papers'][-1]):
            self.ask('location.hash = arguments[0]', paper['id'])
            self.wait('return document.querySelector("#panel .abstract")?.textContent === arguments[0]', paper['abstract'])

    def test_a_search_finds_what_only_an_abstract_holds(self):
        words = self.map['papers'][1500]['abstract'][-40:].lower()
        self.type('#query', words)
        self.wait('return document.querySelector("#hits").textContent')
        links = self.ask('return [...document.querySelectorAll("#panel a.row")].map(one => one.getAttribute("href").slice(1))')
        self.assertIn(self.map['papers'][1500]['id'], links)

    def test_pages_of_the_list_turn(self):
        total = f'{len(self.map["papers"]):,}'
        self.assertEqual(self.text('#range'), f'1 to 50 of {total}')
        self.assertFalse(self.find('#back').is_enabled())
        self.find('#on').click()
        self.wait('return document.querySelector("#range").textContent === arguments[0]', f'51 to 100 of {total}')
        self.find('#back').click()
        self.wait('return document.querySelector("#range").textContent === arguments[0]', f'1 to 50 of {total}')

    def test_labels_stay_apart_and_inside_at_every_width(self):
        for width in (1400, 1000, 800, 420):
            with self.subTest(width=width):
                self.open(width=width)
                self.assertGreater(len(self.assert_labels_in_order()), 0)
                self.assert_page_fits()

    def test_zooming_far_keeps_the_place_under_the_wheel(self):
        left, top, _, _ = self.stage()
        # The mouse stands on whole pixels, and the map becomes some 30 times as large: a paper near a whole pixel is best.
        visible = [place for place in self.paper_places().values() if self.visible_on_map(*place)]
        x, y = min(visible, key=lambda place: max((left + place[0]) % 1, (top + place[1]) % 1))
        for _ in range(6):
            self.mouse('mouseWheel', left + x, top + y, deltaX=0, deltaY=-240)
        dots = self.drawn()
        self.assertLess(len(dots), len(self.map['papers']) / 4)
        self.assertLess(min(abs(dot['x'] - x) + abs(dot['y'] - y) for dot in dots), 40)
