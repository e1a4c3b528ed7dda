"""Takes the pictures of the README: the map and the first topic cards, light and dark."""
import base64
import pathlib
import sys

from PIL import Image

from browser import ReportTest

WIDTH, HEIGHT = 1400, 860
# Where phrases end in the first row of cards.
BOTTOM = """document.querySelectorAll('.card').forEach(card => { card.style.contentVisibility = 'visible' });
const cards = [...document.querySelectorAll('.card')], row = cards.filter(card => card.offsetTop === cards[0].offsetTop);
return Math.round(Math.min(...row.map(card => card.querySelector('.central').previousElementSibling.getBoundingClientRect().top))) - 8"""


class Camera(ReportTest):
    """A visit that is no test."""

    def runTest(self):
        """Nothing to run by itself."""

    def take(self, theme):
        """The picture as the bytes of a PNG file."""
        self.open(width=WIDTH, height=HEIGHT, theme=theme)
        clip = {'x': 0, 'y': 0, 'width': WIDTH, 'height': self.ask(BOTTOM), 'scale': 1}
        shot = self.command('Page.captureScreenshot', format='png', captureBeyondViewport=True, clip=clip)
        return base64.b64decode(shot['data'])


def shrink(path):
    """Writes the picture again with as few colours as it takes to look the same."""
    picture = Image.open(path).convert('RGB')
    picture.quantize(colors=256, dither=Image.Dither.NONE).save(path, optimize=True)


def main(folder):
    """Puts `report-light.png` and `report-dark.png` into the folder."""
    Camera.setUpClass()
    try:
        for theme in ('light', 'dark'):
            path = pathlib.Path(folder) / f'report-{theme}.png'
            path.write_bytes(Camera().take(theme))
            shrink(path)
            print(f'{path}: {path.stat().st_size / 1000:.0f} kB')
    finally:
        Camera.doClassCleanups()


main(sys.argv[1])
