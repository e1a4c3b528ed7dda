"""Search and the list of papers."""
import re

from browser import ReportTest


class Search(ReportTest):
    def hits(self, word):
        return {paper['id'] for paper in self.map['papers']
                if word in f'{paper["headline"]} {paper["title"]} {paper["abstract"]}'.lower()}

    def word(self):
        """A word that some papers hold and others do not."""
        papers = self.map['papers']
        words = re.findall(r'[a-z]{6,}', papers[0]['abstract'].lower())
        return next(word for word in words if 1 < len(self.hits(word)) < len(papers) / 2)

    def listed(self, selector):
        return self.ask("""return [...document.querySelectorAll(arguments[0] + ' a.row')].map(one =>
            one.getAttribute('href').slice(1))""", selector)

    def search(self, words, count, field='#query'):
        self.type(field, words)
        self.wait('return document.querySelector("#hits").textContent === arguments[0]', f'{count} paper{"" if count == 1 else "s"}')

    def test_a_word_filters_the_lists(self):
        word = self.word()
        hits = self.hits(word)
        self.search(word, len(hits))
        self.assertEqual(set(self.listed('#panel')), hits)
        self.assertEqual(set(self.listed('#list')), hits)

    def test_a_word_lights_its_dots(self):
        word = self.word()
        hits = self.hits(word)
        self.search(word, len(hits))
        lit = [(dot['x'], dot['y']) for dot in self.drawn() if dot['alpha'] == 1]
        self.assertEqual(len(lit), len(hits))
        places = self.paper_places()
        for paper in hits:
            x, y = places[paper]
            self.assertLess(min(abs(x - a) + abs(y - b) for a, b in lit), 1)

    def test_both_fields_are_one(self):
        word = self.word()
        self.search(word, len(self.hits(word)), field='#query2')
        self.assertEqual(self.find('#query').get_attribute('value'), word)

    def test_case_and_accents_do_not_matter(self):
        word = self.word()
        self.search(word.upper().replace('E', 'É'), len(self.hits(word)))

    def test_no_hit_is_said(self):
        self.search('qqqzzz', 0)
        self.assertEqual(self.listed('#list'), [])
        self.assertIn('No paper', self.text('#panel'))
        self.assertIn('No paper', self.text('#range'))

    def test_escape_ends_a_search(self):
        word = self.word()
        self.search(word, len(self.hits(word)))
        self.find('#query').send_keys('\ue00c')
        self.wait('return document.querySelector("#hits").textContent === ""')
        self.assertEqual(self.find('#query').get_attribute('value'), '')
        self.assertTrue(all(dot['alpha'] == 1 for dot in self.drawn()))

    def test_a_hit_opens_and_leads_back(self):
        word = self.word()
        hits = self.hits(word)
        self.search(word, len(hits))
        self.find('#panel a.row').click()
        self.wait('return document.querySelector("#panel .abstract")')
        self.find('#panel .back').click()
        self.wait('return document.querySelectorAll("#panel a.row").length === arguments[0]', len(hits))


class List(ReportTest):
    def rows(self):
        return self.ask("""return [...document.querySelectorAll('#list a.row')].map(one =>
            [one.getAttribute('href').slice(1), one.querySelector('small').textContent])""")

    def order(self, name):
        self.ask("""const order = document.querySelector('#order');
            order.value = arguments[0];
            order.dispatchEvent(new Event('change'))""", name)

    def test_the_list_holds_every_paper(self):
        self.assertEqual({row[0] for row in self.rows()}, {paper['id'] for paper in self.map['papers']})
        total = len(self.map['papers'])
        self.assertEqual(self.text('#range'), f'1 to {total} of {total}')

    def test_membership_orders_the_list(self):
        self.order('score')
        scores = [float(score) for _, score in self.rows()]
        self.assertEqual(scores, sorted(scores, reverse=True))

    def test_headlines_order_the_list(self):
        self.order('headline')
        first = self.ask('return document.querySelector("#list a.row span").firstChild.textContent')
        names = self.ask('return arguments[0].sort((a, b) => a.localeCompare(b, "en"))[0]',
                         [paper['headline'] for paper in self.map['papers']])
        self.assertEqual(first, names)

    def test_topics_order_the_list(self):
        places = {topic['id']: place for place, topic in enumerate(self.map['topics'])}
        topics = {paper['id']: places[paper['topic']] for paper in self.map['papers']}
        shown = [topics[paper] for paper, _ in self.rows()]
        self.assertEqual(shown, sorted(shown))

    def test_an_entry_opens_the_whole_paper(self):
        labels = {topic['id']: topic['label'] for topic in self.map['topics']}
        for paper in self.map['papers']:
            with self.subTest(paper=paper['id']):
                self.driver.execute_script('document.querySelector(arguments[0]).click()', f'#list a[href="#{paper["id"]}"]')
                self.wait('return location.hash.slice(1) === arguments[0]', paper['id'])
                panel = self.text('#panel')
                self.assertIn(paper['abstract'], panel)
                self.assertIn(paper['headline'], panel)
                self.assertIn(labels[paper['topic']], panel)
                score = re.search(r'Membership(\d\.\d\d)', panel)
                self.assertAlmostEqual(float(score[1]), paper['score'], delta=.00501)
                for source in paper['sources']:
                    self.assertIn(source, panel)

    def test_a_click_on_an_entry_shows_the_panel(self):
        self.find('#list').find_elements('css selector', 'a.row')[-1].click()
        self.wait("""const box = document.querySelector('#panel').getBoundingClientRect();
            return document.querySelector('#panel .abstract') && box.top < innerHeight && box.bottom > 0""")
