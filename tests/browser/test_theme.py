"""Light and dark: the switch, the reader's own setting, and contrast."""
import re

from browser import ReportTest

# Selectors of text that has to be readable, in every state that a fresh page shows.
TEXTS = ('h1', '.lead', '.kicker', 'nav a', 'h2', '#panel .row', '#panel small', '.card .name', '.card .size', '.card .part', '.evidence summary',
         '.evidence small', '.evidence dd', '.titles small', '.hint', '.phrases b',
         '.phrases small', '.titles a', 'summary', '#list .row', '#list em', '#choice p', '.caption', '#account p', 'th', 'td',
         '#method p', 'dt', 'dd', 'code', '.pager span', 'select', '#labels a', '.badge', '.zoom button')
COLOURS = """const seen = [];
for (const one of document.querySelectorAll(arguments[0])) {
  let under = one, ground = 'rgba(0, 0, 0, 0)';
  while (under && /^rgba.*, 0\\)$|transparent/.test(ground)) { ground = getComputedStyle(under).backgroundColor; under = under.parentElement; }
  seen.push([getComputedStyle(one).color, ground]);
}
return [...new Set(seen.map(pair => pair.join('|')))].map(pair => pair.split('|'));"""


def luminance(colour):
    """Relative luminance of `rgb(…)` (WCAG 2.2)."""
    parts = [int(part) / 255 for part in re.findall(r'\d+', colour)[:3]]
    red, green, blue = (part / 12.92 if part <= .04045 else ((part + .055) / 1.055) ** 2.4 for part in parts)
    return .2126 * red + .7152 * green + .0722 * blue


def contrast(one, other):
    """Contrast of two colours, 1 to 21 (WCAG 2.2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + .05) / (low + .05)


class Theme(ReportTest):
    def ground(self):
        return self.ask('return getComputedStyle(document.body).backgroundColor')

    def is_dark(self):
        return luminance(self.ground()) < .2

    def tearDown(self):
        self.ask('try { localStorage.clear() } catch { }')
        super().tearDown()

    def test_the_readers_setting_is_followed(self):
        self.assertFalse(self.is_dark())
        self.prefer('dark')
        self.wait('return matchMedia("(prefers-color-scheme: dark)").matches')
        self.assertTrue(self.is_dark())
        self.open(theme='dark')
        self.assertTrue(self.is_dark())

    def test_the_drawing_follows_too(self):
        light = self.ask('return document.querySelector("#canvas").toDataURL()')
        self.prefer('dark')
        self.wait('return document.querySelector("#canvas").toDataURL() !== arguments[0]', light)

    def test_the_switch_turns_and_turns_back(self):
        for theme in ('light', 'dark'):
            with self.subTest(theme=theme):
                self.ask('try { localStorage.clear() } catch { }')
                self.open(theme=theme)
                before = self.is_dark()
                self.find('#theme').click()
                self.assertEqual(self.is_dark(), not before)
                self.find('#theme').click()
                self.assertEqual(self.is_dark(), before)

    def test_the_choice_survives_a_reload(self):
        self.find('#theme').click()
        self.assertTrue(self.is_dark())
        self.open()
        self.assertTrue(self.is_dark())
        self.find('#theme').click()
        self.open(theme='dark')
        self.assertFalse(self.is_dark())

    def test_a_browser_without_storage_still_switches(self):
        script = self.command('Page.addScriptToEvaluateOnNewDocument', source="""Object.defineProperty(window, 'localStorage',
            {get() { throw new DOMException('refused', 'SecurityError') }})""")
        try:
            self.open()
            self.find('#theme').click()
            self.assertTrue(self.is_dark())
            self.open()
            self.assertFalse(self.is_dark())
        finally:
            self.command('Page.removeScriptToEvaluateOnNewDocument', identifier=script['identifier'])

    def test_a_damaged_memory_is_ignored(self):
        self.ask('localStorage.setItem("papermap-theme", "<b>")')
        self.open()
        self.assertFalse(self.is_dark())

    def test_text_stands_out_from_its_ground(self):
        for theme in ('light', 'dark'):
            self.open(theme=theme)
            for selector in TEXTS:
                pairs = self.ask(COLOURS, selector)
                self.assertTrue(pairs, f'nothing matches {selector}')
                for colour, ground in pairs:
                    with self.subTest(theme=theme, selector=selector, colour=colour, ground=ground):
                        self.assertGreaterEqual(contrast(colour, ground), 4.5)

    def test_text_of_a_paper_stands_out(self):
        for theme in ('light', 'dark'):
            self.open('#' + self.map['papers'][0]['id'], theme=theme)
            for selector in ('#panel h3', '#panel .meta', '#panel .abstract', '#panel .back', '#panel dt', '#panel dd', '#panel .tag'):
                pairs = self.ask(COLOURS, selector)
                self.assertTrue(pairs, f'nothing matches {selector}')
                for colour, ground in pairs:
                    with self.subTest(theme=theme, selector=selector):
                        self.assertGreaterEqual(contrast(colour, ground), 4.5)

    def test_marks_stand_out_from_the_map(self):
        for theme in ('light', 'dark'):
            self.open(theme=theme)
            ground = self.ask('return getComputedStyle(document.querySelector("#stage")).backgroundColor')
            for fill in set(self.ask('return [...document.querySelectorAll("#panel .mark")].map(one => getComputedStyle(one).fill)')):
                with self.subTest(theme=theme, fill=fill):
                    self.assertGreaterEqual(contrast(fill, ground), 3)
