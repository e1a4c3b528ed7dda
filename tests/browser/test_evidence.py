"""What speaks for each topic, each paper and the number of topics: a word at a glance, the figures one click away."""
import re

from browser import ReportTest
from test_page import percent

# Stability and separation from which a topic is firm, and under which it is loose, as the page's method says.
FIRM, FAIR = (.75, .08), (.5, .03)


def standing(evidence):
    """The word that follows from the figures; none where neither was measured."""
    figures = (evidence['stability'], evidence['separation'])
    measured = [(value, firm, fair) for value, firm, fair in zip(figures, FIRM, FAIR) if value is not None]
    ranks = [0 if value < fair else 1 if value < firm else 2 for value, firm, fair in measured]
    return ('Loose', 'Fair', 'Firm')[min(ranks)] if ranks else None


class Evidence(ReportTest):
    def card(self, topic, part):
        return re.sub(r'\s+', ' ', self.text(f'#{topic["id"]} {part}').replace('\u00a0', ' '))

    def links(self, topic, list_name):
        return self.ask("""return [...document.querySelectorAll(`#${arguments[0]} .evidence ul[aria-label="${arguments[1]}"] li`)]
            .map(one => [...one.querySelectorAll('a')].map(link => link.getAttribute('href').slice(1)))""", topic['id'], list_name)

    def test_the_word_follows_from_the_figures(self):
        for topic in self.map['topics']:
            line, word = self.card(topic, '.evidence summary'), standing(topic['evidence'])
            self.assertTrue(line.strip().startswith(word or 'Evidence'), line)
            lit = self.ask('return document.querySelectorAll(arguments[0]).length', f'#{topic["id"]} .bars .on')
            self.assertEqual(lit, {None: 0, 'Loose': 1, 'Fair': 2, 'Firm': 3}[word])

    def test_the_figures_open_by_a_click(self):
        self.assertFalse(self.find('.card .evidence dl').is_displayed())
        self.find('.card .evidence summary').click()
        self.wait('return document.querySelector(".card .evidence dl").offsetHeight > 0')

    def test_the_figures_are_those_of_the_map(self):
        for topic in self.map['topics']:
            text, evidence = self.card(topic, '.evidence dl'), topic['evidence']
            self.assertIn(f'Cohesion{topic["cohesion"]:.2f}:', text)
            for name, places in (('stability', 2), ('separation', 3)):
                if evidence[name] is None:
                    self.assertNotIn(name.title(), text)
                else:
                    self.assertIn(f'{name.title()}{evidence[name]:.{places}f}:', text)
            self.assertIn(f'{percent(evidence["coverage"])} of its papers'.replace('\u00a0', ' '), text)

    def test_near_topics_and_papers_on_the_border_are_links(self):
        for topic in self.map['topics']:
            evidence = topic['evidence']
            self.assertEqual(self.links(topic, 'Nearest topics'), [[near['topic']] for near in evidence['nearest']])
            border = [[one['paper'], one['leans_to']] for one in evidence['borderline']]
            self.assertEqual(self.links(topic, 'Papers on its border'), border)
        self.assertTrue(any(topic['evidence']['nearest'] for topic in self.map['topics']))

    def test_a_near_topic_opens(self):
        topic = next(topic for topic in self.map['topics'] if topic['evidence']['nearest'])
        self.ask('document.querySelectorAll("details").forEach(one => one.open = true)')
        self.find(f'#{topic["id"]} .evidence a.tag').click()
        near = topic['evidence']['nearest'][0]['topic']
        self.wait('return document.querySelector(".card.lit")?.id === arguments[0]', near)

    def test_the_method_says_what_the_words_mean(self):
        text = self.text('#method')
        for value in (*FIRM, *FAIR):
            self.assertIn(f' {value}', text)


class Papers(ReportTest):
    def numbers(self):
        return {topic['id']: topic['id'][1:] for topic in self.map['topics']}

    def test_the_list_of_a_card_says_membership_second_topic_and_loose(self):
        said = dict(self.ask("""return [...document.querySelectorAll('.card .all li')]
            .map(one => [one.id, one.querySelector('small').textContent])"""))
        numbers = self.numbers()
        for paper in self.map['papers']:
            expected = f'{paper["score"]:.2f}' + (f', then {numbers[paper["second"]]}' if paper['second'] else '')
            if abs(paper['score'] * 100 % 1 - .5) > 1e-6:
                self.assertEqual(said[paper['id']], expected + (', loose' if paper['loose'] else ''))

    def test_the_list_of_all_papers_names_the_second_topic(self):
        papers, numbers = {paper['id']: paper for paper in self.map['papers']}, self.numbers()
        rows = self.ask("""return [...document.querySelectorAll('#list a.row')]
            .map(one => [one.getAttribute('href').slice(1), one.querySelector('em').textContent, one.querySelector('small').textContent])""")
        self.assertTrue(rows)
        for paper, facts, score in rows:
            paper, facts = papers[paper], facts.split(' \u00b7 ')
            if paper['second']:
                self.assertIn(f'second {numbers[paper["second"]]}', facts)
            self.assertEqual('loose' in facts, paper['loose'])
            self.assertAlmostEqual(float(score), paper['score'], delta=.0051)

    def test_an_open_paper_links_to_its_second_topic(self):
        paper = next(paper for paper in self.map['papers'] if paper['second'])
        self.open('#' + paper['id'])
        links = self.ask('return [...document.querySelectorAll("#panel .facts .tag")].map(one => one.getAttribute("href").slice(1))')
        self.assertEqual(links, [paper['topic'], paper['second']])


class Choice(ReportTest):
    def test_every_number_that_was_tried_has_its_figures(self):
        rows = self.ask("""return [...document.querySelectorAll('#choice tbody tr')]
            .map(one => [...one.children].map(cell => cell.textContent))""")
        candidates = self.map['choice']['candidates']
        self.assertEqual([int(row[0].split()[0]) for row in rows], [one['topics'] for one in candidates])
        for row, one in zip(rows, candidates):
            self.assertEqual(row[3], f'{one["stability"]:.3f}')
            self.assertIn(f'{one["score"]:.3f}', row[4])

    def test_the_chart_shows_errors_the_flat_stretch_and_the_fall(self):
        choice = self.map['choice']
        parts = {name: len(self.find_all('.chart ' + name)) for name in ('circle', '.error', '.flat', '.fall')}
        tried = choice['candidates'] if len(choice['candidates']) > 1 else []
        self.assertEqual(parts, {'circle': len(tried), '.error': sum(one['error'] > 0 for one in tried),
                                 '.flat': int(bool(tried and choice['flat'])), '.fall': int(bool(tried and choice['falls_off']))})

    def test_what_the_scores_leave_open_is_said(self):
        choice, text = self.map['choice'], self.text('#choice')
        self.assertIn(choice['reason'], text)
        if choice['flat'] and choice['flat'][0] < choice['flat'][1]:
            first, last = choice['flat']
            self.assertIn(f'Between {first} and {last} topics the curve is nearly flat', text)
        if choice['falls_off']:
            self.assertIn(f'From {choice["falls_off"]} topics on, every number scores lower by a tenth or more.', text)
