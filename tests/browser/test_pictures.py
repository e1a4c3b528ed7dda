"""Pictures of the page for a person to look at, in tests/browser/output."""
import pathlib

from browser import ReportTest

OUTPUT = pathlib.Path(__file__).parent / 'output'


class Pictures(ReportTest):
    def take(self, name):
        path = OUTPUT / name
        self.picture(path)
        self.assertEqual(path.read_bytes()[:8], b'\x89PNG\r\n\x1a\n')
        self.assertGreater(path.stat().st_size, 20_000)

    def test_light(self):
        self.open(height=1700)
        self.take('light.png')

    def test_dark(self):
        self.open(height=1700, theme='dark')
        self.take('dark.png')

    def test_phone(self):
        self.open(width=420, height=1500)
        self.take('phone.png')

    def test_paper(self):
        self.open('#' + self.map['papers'][0]['id'])
        self.take('paper.png')
