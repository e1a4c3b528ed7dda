"""Headless Chromium with a report in it, and what tests ask of the two."""
import json
import os
import pathlib
import unittest

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

CHROMIUM = '/usr/bin/chromium'
DRIVER = '/usr/bin/chromedriver'
PATIENCE = 30
SWITCHES = (
    '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-dev-shm-usage',
    '--disable-background-networking', '--disable-component-update', '--disable-sync', '--force-color-profile=srgb',
    '--hide-scrollbars', '--lang=en-US',
)
READY = """return document.readyState === 'complete' && document.documentElement.classList.contains('live')
  && document.querySelectorAll('#list li').length > 0 && document.querySelector('#panel').children.length > 0
  && document.querySelector('#canvas').width > 1 && !document.querySelector('#packed').textContent.trim()"""
# Counts what goes onto the visible canvas since it was last cleared.
DRAWN = """(() => {
  const pen = CanvasRenderingContext2D.prototype, clear = pen.clearRect, put = pen.drawImage;
  pen.clearRect = function (...box) { if (this.canvas.id === 'canvas') window.drawn = []; return clear.apply(this, box); };
  pen.drawImage = function (image, x, y, w, h) {
    if (this.canvas.id === 'canvas') window.drawn.push({x: x + w / 2, y: y + h / 2, r: w / 2, alpha: this.globalAlpha});
    return put.call(this, image, x, y, w, h);
  };
})()"""
STILL = """const done = arguments[arguments.length - 1];
let last = '', same = 0;
const look = () => {
  const now = JSON.stringify(window.drawn) + document.querySelector('#labels').innerHTML;
  same = now === last ? same + 1 : 0;
  last = now;
  same > 3 ? done(true) : requestAnimationFrame(look);
};
look();"""


def report_folder():
    """The map folder under test."""
    return pathlib.Path(os.environ['MAP_FOLDER'])


def topic_map(folder):
    """What the map's `topic-map.json` says."""
    return json.loads((folder / 'topic-map.json').read_text(encoding='utf-8'))


def start():
    """A browser with a profile of its own, which logs every request and every message of the console."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.set_capability('goog:loggingPrefs', {'browser': 'ALL', 'performance': 'ALL'})
    for switch in SWITCHES:
        options.add_argument(switch)
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(PATIENCE)
    return driver


class ReportTest(unittest.TestCase):
    """Tests on one report; each begins with a fresh visit and ends with an empty console."""

    width, height = 1400, 900

    @classmethod
    def folder(cls):
        return report_folder()

    @classmethod
    def setUpClass(cls):
        cls.map = topic_map(cls.folder())
        cls.driver = start()
        cls.addClassCleanup(cls.driver.quit)
        cls.command('Page.enable')
        cls.command('Page.addScriptToEvaluateOnNewDocument', source=DRAWN)

    def setUp(self):
        self.driver.get('about:blank')
        self.command('Emulation.setEmulatedMedia', media='', features=[])
        self.driver.get_log('browser')
        self.driver.get_log('performance')
        self.open()

    def tearDown(self):
        self.assertEqual(self.driver.get_log('browser'), [])

    @classmethod
    def command(cls, name, **settings):
        """Sends a command of Chromium's DevTools protocol."""
        return cls.driver.execute_cdp_cmd(name, settings)

    def open(self, address='', width=None, height=None, theme='light', ready=True):
        """Visits the report anew."""
        self.command('Emulation.setDeviceMetricsOverride', width=width or self.width, height=height or self.height,
                     deviceScaleFactor=1, mobile=False)
        self.prefer(theme)
        self.driver.get('about:blank')
        self.driver.get((self.folder() / 'index.html').resolve().as_uri() + address)
        if ready:
            self.wait(READY)
            self.settle()

    def prefer(self, theme, media=''):
        features = [{'name': 'prefers-color-scheme', 'value': theme}, {'name': 'prefers-reduced-motion', 'value': 'reduce'}]
        self.command('Emulation.setEmulatedMedia', media=media, features=features)

    def ask(self, script, *values):
        """What a script answers inside the page."""
        return self.driver.execute_script(script, *values)

    def wait(self, script, *values):
        """Waits until a script answers with something true, and hands it back."""
        wait = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05)
        return wait.until(lambda driver: driver.execute_script(script, *values), f'never true: {script}')

    def settle(self):
        """Waits until the drawing no longer changes from frame to frame."""
        self.driver.execute_async_script(STILL)

    def find(self, selector):
        return self.driver.find_element('css selector', selector)

    def find_all(self, selector):
        return self.driver.find_elements('css selector', selector)

    def text(self, selector):
        return self.ask('return document.querySelector(arguments[0]).textContent', selector)

    def type(self, selector, words):
        """Replaces what a field holds, and waits until the page has answered."""
        field = self.find(selector)
        field.clear()
        field.send_keys(words)

    def stage(self):
        """The map's frame: left, top, right, bottom in the window."""
        return self.box('#stage')

    def box(self, selector):
        return self.ask("""const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom]""", selector)

    def drawn(self):
        """The dots on the map, where they are on it."""
        self.settle()
        return self.ask('return window.drawn')

    def paper_places(self):
        """Where each paper belongs on the whole map, by its id."""
        return self.ask("""const data = JSON.parse(document.querySelector('#data').textContent);
            const box = document.querySelector('#stage').getBoundingClientRect();
            return Object.fromEntries(data.papers.map(one => [one.i, [one.x * box.width, one.y * box.height]]))""")

    def mouse(self, kind, x, y, **more):
        """Sends a movement, press or release of the mouse at a place in the window."""
        self.command('Input.dispatchMouseEvent', type=kind, x=x, y=y, **more)

    def click_at(self, x, y):
        self.mouse('mouseMoved', x, y)
        self.mouse('mousePressed', x, y, button='left', clickCount=1)
        self.mouse('mouseReleased', x, y, button='left', clickCount=1)

    def visible_on_map(self, x, y):
        """Whether a place on the map is bare, so that a click on it reaches the drawing."""
        left, top, _, _ = self.stage()
        return self.ask('return document.elementFromPoint(arguments[0], arguments[1]).id === "canvas"', left + x, top + y)

    def picture(self, path):
        """Saves what the window shows."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    def assert_nothing_cut_off(self, selector='body'):
        self.assertEqual(self.ask(CUT_OFF, selector), [])

    def assert_page_fits(self):
        """Nothing makes the page wider than the window."""
        wide, window = self.ask('return [document.documentElement.scrollWidth, document.documentElement.clientWidth]')
        self.assertLessEqual(wide, window)

    def assert_labels_in_order(self):
        """Labels on the map stay apart from each other and inside the map."""
        boxes = self.ask(LABELS)
        left, top, right, bottom = self.stage()
        for box in boxes:
            self.assertGreaterEqual(box['left'], left - .5, box)
            self.assertGreaterEqual(box['top'], top - .5, box)
            self.assertLessEqual(box['right'], right + .5, box)
            self.assertLessEqual(box['bottom'], bottom + .5, box)
        for place, one in enumerate(boxes):
            for other in boxes[:place]:
                apart = (one['left'] >= other['right'] - .5 or other['left'] >= one['right'] - .5
                         or one['top'] >= other['bottom'] - .5 or other['top'] >= one['bottom'] - .5)
                self.assertTrue(apart, (one, other))
        return boxes


LABELS = """return [...document.querySelectorAll('#labels a')].filter(label => !label.hidden).map(label => {
  const box = label.getBoundingClientRect();
  return {text: label.textContent, short: label.classList.contains('short'),
    left: box.left, top: box.top, right: box.right, bottom: box.bottom};
})"""
# Texts that reach beyond what clips them, beyond the page, or sideways out of their own block; what scrolls may be longer.
CUT_OFF = """const outside = (inner, outer) => inner.left < outer.left - 1.5 || inner.right > outer.right + 1.5;
const below = (inner, outer) => inner.top < outer.top - 1.5 || inner.bottom > outer.bottom + 1.5;
const page = {left: 0, right: document.documentElement.clientWidth};
function isCut(text, box) {
  let block = false;
  for (let element = text.parentElement; element !== document.body; element = element.parentElement) {
    const style = getComputedStyle(element), frame = element.getBoundingClientRect();
    if (/auto|scroll/.test(style.overflowX + style.overflowY)) return element.scrollWidth > element.clientWidth + 1 && style.overflowX !== 'auto';
    if (style.overflowX !== 'visible' && outside(box, frame) || style.overflowY !== 'visible' && below(box, frame)) return true;
    if (!block && style.display !== 'inline') { block = true; if (outside(box, frame)) return true; }
  }
  return outside(box, page);
}
const cut = [], range = document.createRange();
for (const root of document.querySelectorAll(arguments[0])) {
  const walk = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, parent = text.parentElement;
    if (!text.data.trim() || parent.closest('.unseen,.skip,script,style,[hidden]') || !parent.checkVisibility()) continue;
    range.selectNodeContents(text);
    if ([...range.getClientRects()].some(box => box.width && isCut(text, box))) cut.push(`${parent.tagName}: ${text.data.slice(0, 80)}`);
  }
}
return cut;"""
