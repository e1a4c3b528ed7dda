"""Keyboard, mouse, wheel and fingers."""
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

from browser import ReportTest


class Keyboard(ReportTest):
    def press(self, *keys):
        ActionChains(self.driver).send_keys(*keys).perform()

    def focus_stage(self):
        self.ask('document.querySelector("#stage").focus({preventScroll: true})')

    def spread(self):
        """How far the outermost dots are apart."""
        places = [dot['x'] for dot in self.drawn()]
        return max(places) - min(places)

    def test_tab_reaches_every_control(self):
        wanted = {'theme', 'stage', 'in', 'out', 'all', 'query', 'query2', 'order', 'on'}
        reached, rows = set(), 0
        for _ in range(60 + 4 * len(self.map['papers'])):
            self.press(Keys.TAB)
            name, row, shown = self.ask("""const one = document.activeElement, style = getComputedStyle(one);
                return [one.id, one.matches('#list a.row'), style.outlineStyle !== 'none']""")
            self.assertTrue(shown, f'no ring around {name}')
            reached.add(name)
            rows += row
            if rows and 'order' in reached:
                break
        self.assertEqual(wanted - reached - {'on'}, set())
        self.assertGreater(rows, 0)

    def test_the_first_tab_offers_to_skip_the_map(self):
        self.press(Keys.TAB)
        self.assertEqual(self.ask('return document.activeElement.className'), 'skip')
        self.assertGreaterEqual(self.box('.skip')[1], 0)
        self.press(Keys.ENTER)
        self.wait('return location.hash === "#topics"')

    def test_plus_minus_and_nought_zoom(self):
        self.focus_stage()
        whole = self.spread()
        self.press('+')
        self.wait('return document.querySelector("#stage").classList.contains("deep")')
        self.press('+')
        self.settle()
        self.ask('document.querySelector("#all").focus({preventScroll: true})')
        self.focus_stage()
        self.press('-', '-')
        self.assertAlmostEqual(self.spread(), whole, delta=1)
        self.press('+', '+', '0')
        self.assertAlmostEqual(self.spread(), whole, delta=1)

    def test_arrows_move_the_map_once_it_is_zoomed(self):
        self.focus_stage()
        self.press('+', '+', '+')
        self.settle()
        for key, axis, sign in ((Keys.ARROW_LEFT, 'x', 1), (Keys.ARROW_RIGHT, 'x', -1), (Keys.ARROW_UP, 'y', 1), (Keys.ARROW_DOWN, 'y', -1)):
            before = self.label_place(axis)
            self.press(key)
            self.settle()
            self.assertGreater(sign * (self.label_place(axis) - before), 20, key)

    def label_place(self, axis):
        return self.ask("""const move = new DOMMatrix(document.querySelector('#labels a:not([hidden])').style.transform);
            return arguments[0] === 'x' ? move.e : move.f""", axis)

    def test_arrows_scroll_the_page_where_the_map_cannot_move(self):
        self.focus_stage()
        self.press(Keys.ARROW_DOWN)
        self.wait('return scrollY > 0')

    def test_the_buttons_zoom(self):
        whole = self.drawn()
        self.find('#in').click()
        self.wait('return document.querySelector("#stage").classList.contains("deep")')
        self.find('#out').click()
        self.assertEqual(self.drawn(), whole)
        self.find('#in').click()
        self.find('#in').click()
        self.find('#all').click()
        self.assertEqual(self.drawn(), whole)

    def test_escape_closes_a_paper(self):
        self.open('#' + self.map['papers'][0]['id'])
        self.press(Keys.ESCAPE)
        self.wait('return document.querySelectorAll("#panel a.row.topic").length === arguments[0]', len(self.map['topics']))
        self.assertNotIn('#', self.driver.current_url)

    def test_a_slash_goes_to_the_search(self):
        self.press('/')
        self.assertEqual(self.ask('return document.activeElement.id'), 'query')
        self.press('/')
        self.assertEqual(self.find('#query').get_attribute('value'), '/')

    def test_enter_opens_a_paper_and_the_panel_is_next(self):
        self.ask('document.querySelector("#list a.row").focus()')
        self.press(Keys.ENTER)
        self.wait('return document.querySelector("#panel .abstract") && document.activeElement.id === "panel"')


class Pointer(ReportTest):
    def bare_paper(self):
        """A paper whose dot no label covers, with its place in the window."""
        left, top, _, _ = self.stage()
        for paper, (x, y) in self.paper_places().items():
            if self.visible_on_map(x, y):
                return paper, left + x, top + y
        raise self.failureException('labels cover every dot')

    def headline(self, paper):
        return next(one['headline'] for one in self.map['papers'] if one['id'] == paper)

    def test_a_dot_under_the_pointer_is_named(self):
        paper, x, y = self.bare_paper()
        self.mouse('mouseMoved', x, y)
        self.wait('return document.querySelector("#tip b")?.textContent === arguments[0]', self.headline(paper))
        left, top, right, bottom = self.box('#tip')
        stage = self.stage()
        self.assertTrue(left >= stage[0] and top >= stage[1] and right <= stage[2] and bottom <= stage[3])
        self.mouse('mouseMoved', 3, 3)
        self.wait('return document.querySelector("#tip").hidden')

    def test_every_dot_names_its_paper_inside_the_map(self):
        left, top, _, _ = self.stage()
        stage = self.stage()
        for paper, (x, y) in self.paper_places().items():
            if not self.visible_on_map(x, y):
                continue
            self.mouse('mouseMoved', left + x, top + y)
            self.wait('return document.querySelector("#tip b")?.textContent === arguments[0]', self.headline(paper))
            box = self.box('#tip')
            self.assertTrue(box[0] >= stage[0] and box[1] >= stage[1] and box[2] <= stage[2] and box[3] <= stage[3], paper)

    def test_a_click_on_a_dot_opens_its_paper(self):
        left, top, _, _ = self.stage()
        for paper, (x, y) in self.paper_places().items():
            if self.visible_on_map(x, y):
                self.click_at(left + x, top + y)
                self.wait('return location.hash.slice(1) === arguments[0]', paper)
                self.assertEqual(self.text('#panel h3'), self.headline(paper))

    def test_a_click_beside_the_dots_closes_the_paper(self):
        _, x, y = self.bare_paper()
        self.click_at(x, y)
        self.wait('return location.hash !== ""')
        left, top, _, _ = self.stage()
        self.click_at(left + 6, top + 6)
        self.wait('return location.hash === ""')

    def test_the_wheel_zooms_and_the_dot_under_it_stays(self):
        paper, x, y = self.bare_paper()
        left, top, _, _ = self.stage()
        before = self.drawn()
        self.mouse('mouseWheel', x, y, deltaX=0, deltaY=-240)
        self.wait('return document.querySelector("#stage").classList.contains("deep")')
        after = self.drawn()
        self.assertNotEqual(before, after)
        self.assertLess(min(abs(dot['x'] + left - x) + abs(dot['y'] + top - y) for dot in after), 2, paper)
        self.assertEqual(self.ask('return scrollY'), 0)

    def test_the_wheel_scrolls_the_page_where_the_map_cannot_shrink(self):
        _, x, y = self.bare_paper()
        self.mouse('mouseWheel', x, y, deltaX=0, deltaY=240)
        self.wait('return scrollY > 0')

    def test_dragging_moves_the_map_and_opens_nothing(self):
        self.find('#in').click()
        self.find('#in').click()
        self.settle()
        left, top, right, bottom = self.stage()
        x, y = (left + right) / 2, (top + bottom) / 2
        before = self.label_moves()
        self.mouse('mouseMoved', x, y)
        self.mouse('mousePressed', x, y, button='left', clickCount=1)
        for step in range(1, 6):
            self.mouse('mouseMoved', x + 10 * step, y - 6 * step, button='left', buttons=1)
        self.mouse('mouseReleased', x + 50, y - 30, button='left', clickCount=1)
        self.settle()
        moved = [(a[0] - b[0], a[1] - b[1]) for a, b in zip(self.label_moves(), before)]
        for dx, dy in moved:
            self.assertAlmostEqual(dx, 50, delta=1)
            self.assertAlmostEqual(dy, -30, delta=1)
        self.assertEqual(self.ask('return location.hash'), '')
        self.assertFalse(self.ask('return document.querySelector("#stage").classList.contains("held")'))

    def label_moves(self):
        return self.ask("""return [...document.querySelectorAll('#labels a:not([hidden])')].map(label => {
            const move = new DOMMatrix(label.style.transform);
            return [move.e, move.f];
          })""")

    def test_two_fingers_zoom(self):
        left, top, right, bottom = self.stage()
        x, y = (left + right) / 2, (top + bottom) / 2
        self.touch('touchStart', (x - 20, y), (x + 20, y))
        for reach in (40, 60, 80):
            self.touch('touchMove', (x - reach, y), (x + reach, y))
        self.touch('touchEnd')
        self.wait('return document.querySelector("#stage").classList.contains("deep")')

    def test_a_tap_opens_a_paper(self):
        paper, x, y = self.bare_paper()
        self.touch('touchStart', (x, y))
        self.touch('touchEnd')
        self.wait('return location.hash.slice(1) === arguments[0]', paper)

    def touch(self, kind, *points):
        self.command('Input.dispatchTouchEvent', type=kind,
                     touchPoints=[{'x': x, 'y': y, 'id': place} for place, (x, y) in enumerate(points)])
