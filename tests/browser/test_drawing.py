"""The map: dots, labels, and how they share the room at every width."""
from browser import ReportTest

WIDTHS = (1400, 1000, 800, 420)
INKS = """const data = JSON.parse(document.querySelector('#data').textContent), probe = document.createElement('i');
document.body.append(probe);
const inks = data.topics.map(topic => {
  probe.className = 'c' + topic.colour;
  probe.style.color = 'var(--ink)';
  return getComputedStyle(probe).color.match(/\\d+/g).map(Number);
});
probe.remove();
const canvas = document.querySelector('#canvas');
const {width, height, data: pixels} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
return data.papers.map(paper => {
  const at = 4 * (Math.floor(paper.y * height) * width + Math.floor(paper.x * width));
  return {id: paper.i, ink: inks[paper.t], at: [...pixels.slice(at, at + 3)]};
})"""
QUERIES = """(() => {
  const match = window.matchMedia;
  window.queries = [];
  window.matchMedia = text => { const query = match.call(window, text); queries.push(query); return query; };
})()"""


class Dots(ReportTest):
    def test_there_are_as_many_dots_as_papers(self):
        dots = self.drawn()
        self.assertEqual(len(dots), len(self.map['papers']))
        self.assertTrue(all(dot['alpha'] == 1 for dot in dots))

    def test_each_dot_sits_where_its_paper_belongs(self):
        dots = [(dot['x'], dot['y']) for dot in self.drawn()]
        for x, y in self.paper_places().values():
            self.assertLess(min(abs(x - a) + abs(y - b) for a, b in dots), 1)

    def test_each_dot_has_the_colour_of_its_topic(self):
        self.drawn()
        for dot in self.ask(INKS):
            far = max(abs(a - b) for a, b in zip(dot['ink'], dot['at']))
            self.assertLess(far, 12, dot)

    def test_dots_lie_inside_the_map_at_every_width(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.open(width=width)
                left, top, right, bottom = self.stage()
                for dot in self.drawn():
                    self.assertTrue(0 < dot['x'] < right - left and 0 < dot['y'] < bottom - top, dot)

    def sharpen(self):
        self.command('Emulation.setDeviceMetricsOverride', width=1400, height=900, deviceScaleFactor=2, mobile=False)

    def assert_sharp(self):
        self.wait('return document.querySelector("#canvas").width === 2 * document.querySelector("#stage").clientWidth')
        self.assertEqual(len(self.drawn()), len(self.map['papers']))

    def test_the_drawing_is_as_sharp_as_the_screen(self):
        self.sharpen()
        self.driver.refresh()
        self.assert_sharp()

    def test_the_drawing_stays_sharp_on_another_screen(self):
        watch = self.command('Page.addScriptToEvaluateOnNewDocument', source=QUERIES)
        self.addCleanup(self.command, 'Page.removeScriptToEvaluateOnNewDocument', identifier=watch['identifier'])
        self.open()
        self.sharpen()
        self.wait('return devicePixelRatio === 2')
        # Chromium does not tell a page that its emulated screen has changed.
        self.ask('queries.filter(one => one.media.includes("resolution")).forEach(one => one.dispatchEvent(new Event("change")))')
        self.assert_sharp()


class Labels(ReportTest):
    def test_labels_stay_apart_and_inside_at_every_width(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.open(width=width)
                self.assertEqual(len(self.assert_labels_in_order()), len(self.map['topics']))

    def test_labels_stay_apart_when_the_window_changes(self):
        for width in (*WIDTHS, *reversed(WIDTHS)):
            with self.subTest(width=width):
                self.command('Emulation.setDeviceMetricsOverride', width=width, height=900, deviceScaleFactor=1, mobile=False)
                self.wait('return document.querySelector("#canvas").width === document.querySelector("#stage").clientWidth')
                self.settle()
                self.assert_labels_in_order()

    def test_wide_maps_spell_every_label_out(self):
        for width in (1400, 1000, 800):
            with self.subTest(width=width):
                self.open(width=width)
                self.assertEqual([label['text'] for label in self.assert_labels_in_order() if label['short']], [])

    def test_labels_are_whole(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.open(width=width)
                self.assert_nothing_cut_off('#labels')

    def test_labels_leave_the_dots_free_on_a_wide_map(self):
        for width in (1400, 1000):
            self.open(width=width)
            left, top, _, _ = self.stage()
            for label in self.assert_labels_in_order():
                for dot in self.drawn():
                    x, y = dot['x'] + left, dot['y'] + top
                    inside = label['left'] < x < label['right'] and label['top'] < y < label['bottom']
                    self.assertFalse(inside, (width, label, dot))

    def test_labels_keep_off_the_zoom_buttons(self):
        for width in WIDTHS:
            self.open(width=width)
            left, top, right, bottom = self.box('.zoom')
            for label in self.assert_labels_in_order():
                apart = label['right'] <= left or label['left'] >= right or label['bottom'] <= top or label['top'] >= bottom
                self.assertTrue(apart, (width, label))

    def test_a_label_opens_its_topic(self):
        topic = self.map['topics'][-1]
        self.find(f'#labels a[href="#{topic["id"]}"]').click()
        self.assertIn(topic['label'], self.text('#panel h3'))
        self.assertTrue(self.driver.current_url.endswith('#' + topic['id']))
        dots = self.drawn()
        self.assertEqual(sum(dot['alpha'] == 1 for dot in dots), topic['size'])


class Room(ReportTest):
    def test_no_width_makes_the_page_scroll_sideways(self):
        for width in (*WIDTHS, 320):
            with self.subTest(width=width):
                self.open(width=width)
                self.ask('document.querySelectorAll("details").forEach(one => one.open = true)')
                self.assert_page_fits()

    def test_no_text_is_cut_off(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.open(width=width)
                self.ask('document.querySelectorAll("details").forEach(one => one.open = true)')
                self.assert_nothing_cut_off()

    def test_no_text_of_an_open_paper_is_cut_off(self):
        for width in WIDTHS:
            with self.subTest(width=width):
                self.open('#' + self.map['papers'][0]['id'], width=width)
                self.assert_nothing_cut_off()
                self.assert_page_fits()
