"""Nested areas: headings over the cards, groups in the panel, and a coarse layer of labels on the map."""
import maps
from browser import ReportTest


class Areas(ReportTest):
    @classmethod
    def folder(cls):
        return maps.nested()

    def order(self):
        """Ids of areas and topics in the order of reading."""
        areas, topics = self.map['areas'], self.map['topics']

        def below(area):
            inner = [name for one in areas if one['parent'] == area['id'] for name in below(one)]
            return [area['id'], *(topic['id'] for topic in topics if topic['area'] == area['id']), *inner]
        return [name for area in areas if not area['parent'] for name in below(area)]

    def test_the_map_has_two_levels(self):
        self.assertEqual({area['level'] for area in self.map['areas']}, {0, 1})

    def test_cards_stand_under_their_areas(self):
        shown = self.ask('return [...document.querySelectorAll("#topics .area[id],#topics .card")].map(one => one.id)')
        self.assertEqual(shown, self.order())

    def test_an_area_says_its_label_size_and_phrases(self):
        for area in self.map['areas']:
            text = self.text('#' + area['id'])
            self.assertIn(area['label'], text)
            self.assertIn(f'{len(area["topics"])} topic', text)
            for phrase in area['phrases']:
                self.assertIn(phrase['text'], text)

    def test_headings_go_down_one_step_at_a_time(self):
        levels = self.ask('return [...document.querySelectorAll("h1,h2,h3,h4,h5,h6")].map(one => +one.tagName[1])')
        self.assertTrue(all(after - before <= 1 for before, after in zip(levels, levels[1:])), levels)

    def test_the_panel_lists_topics_by_area(self):
        shown = self.ask("""return [...document.querySelectorAll('#panel .area a,#panel .row.topic')]
            .map(one => one.getAttribute('href').slice(1))""")
        self.assertEqual(shown, self.order())

    def test_the_coarsest_areas_are_named_on_the_map(self):
        names = [area['label'] for area in self.map['areas'] if area['level'] == 0]
        for width in (1400, 800):
            self.open(width=width)
            shown = self.ask('return [...document.querySelectorAll("#labels .area")].filter(one => !one.hidden).map(one => one.textContent)')
            self.assertEqual(sorted(shown), sorted(names))
            self.assert_labels_in_order()

    def test_a_pointer_on_an_area_lights_its_topics(self):
        area = next(area for area in self.map['areas'] if area['level'] == 0)
        left, top, right, bottom = self.box(f'#labels a[href="#{area["id"]}"]')
        self.mouse('mouseMoved', (left + right) / 2, (top + bottom) / 2)
        dots = self.drawn()
        self.assertEqual(sum(dot['alpha'] == 1 for dot in dots), area['size'])

    def test_an_area_on_the_map_leads_to_its_cards(self):
        area = next(area for area in self.map['areas'] if area['level'] == 0)
        self.find(f'#labels a[href="#{area["id"]}"]').click()
        self.wait('return Math.abs(document.getElementById(arguments[0]).getBoundingClientRect().top) < innerHeight', area['id'])
        self.assertTrue(self.driver.current_url.endswith('#' + area['id']))

    def test_zoomed_in_the_areas_leave_the_map_to_the_topics(self):
        for _ in range(4):
            self.find('#in').click()
        self.settle()
        self.assertEqual(self.ask('return [...document.querySelectorAll("#labels .area")].filter(one => !one.hidden).length'), 0)

    def test_it_fits_every_width(self):
        for width in (1400, 800, 420, 320):
            with self.subTest(width=width):
                self.open(width=width)
                self.ask('document.querySelectorAll("details").forEach(one => one.open = true)')
                self.assert_page_fits()
                self.assert_nothing_cut_off('.area,.cards,#panel')
