"""Maps made for tests by the program itself: of text that tries to break the page, and of many papers."""
import atexit
import functools
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import tempfile

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
LARGE = 2000
LONG_WORD = 'Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft' * 3
HOSTILE_TITLES = [
    '</script><script>window.broken = 1</script> Closing the script early',
    '<img src=x onerror="window.broken = 2"> Pictures that fail to load',
    '"><svg onload="window.broken = 3"><b id="injected">Bold</b>',
    '{{data}} {{script}} ${window.broken = 4} `window.broken`',
    '<!-- <!--[if IE]> --> ]]> <style>body{display:none}</style> Styles of others',
    LONG_WORD,
    'https://example.org/' + 'a-path-without-any-space/' * 12,
    'שלום עולם: מפה של מאמרים עם English בתוכה',
    'مرحبا بالعالم \u202egnp.exe\u202c خريطة',
    '👩‍🔬🧬🚀 Emoji ' + '🎉' * 80,
    'Control \u0001\u0002\u0007\u001b[31m characters \u007f\u0085 and \u2028 separators \u2029',
    'Z̸̢̛̗a̴̡͝l̶͇͐g̸̱̈o̵͎͝' * 9 + ' marks that pile up',
    '<a href="javascript:window.broken=5">A link</a> &lt;b&gt; &amp;amp; &#x3c;script&#x3e;',
    '日本語の題名' * 30,
]
SUBJECTS = [
    'graph neural networks for molecules', 'attacks on filters of markup', 'translation between distant languages',
    'robots that walk on ice', 'compilers for tensor programs',
]


def hostile_records():
    """JSON Lines of papers, every field of which is an attack or an awkward text."""
    for place in range(3 * len(HOSTILE_TITLES)):
        title = HOSTILE_TITLES[place % len(HOSTILE_TITLES)]
        subject = SUBJECTS[place % len(SUBJECTS)]
        abstract = f'{title}. We study {subject} in case number {place}. {title} {subject.title()} shows how {LONG_WORD} reads.'
        yield json.dumps({
            'id': f'{title}{place}', 'title': title if place % 3 else f'{title} {subject}', 'abstract': abstract,
            'authors': [title, LONG_WORD], 'keywords': [title, 'javascript:alert(1)'], 'year': 2026, 'venue': title,
            'url': 'javascript:window.broken=6' if place % 2 else 'https://example.org/?"><script>window.broken=7</script>',
        })


def large_paragraphs():
    """Paragraphs of two sentences each from the seeds, mixed the same way every time."""
    chance = random.Random(7)
    texts = ' '.join(path.read_text(encoding='utf-8') for path in sorted((CHECKOUT / 'seeds').glob('*.txt')))
    sentences = sorted({part.strip() for part in re.split(r'(?<=[.!?])\s+', texts) if 60 < len(part) < 300})
    return [' '.join(chance.sample(sentences, 2)) for _ in range(LARGE)]


def program():
    """The program that `PAPERMAP` names, else the one that was built last, else one built now."""
    if named := os.environ.get('PAPERMAP'):
        return pathlib.Path(named).resolve()
    built = [path for kind in ('release', 'debug') if (path := CHECKOUT / 'target' / kind / 'papermap').is_file()]
    if not built:
        subprocess.run(['cargo', 'build', '--locked', '--quiet', '-p', 'papermap'], cwd=CHECKOUT, check=True)
        return CHECKOUT / 'target' / 'debug' / 'papermap'
    return max(built, key=lambda path: path.stat().st_mtime)


def run(*words):
    """Runs the program on a map."""
    done = subprocess.run([program(), 'map', *words, '--quiet'], cwd=CHECKOUT, text=True, capture_output=True,
                          env=os.environ | {'NO_COLOR': '1'}, check=False)
    if done.returncode:
        raise RuntimeError(f'the program cannot map {words[0]}: {done.stderr}')


def home():
    """A folder that goes when the tests end."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix='papermap-browser-'))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def made(name, text, *options):
    """The folder of a map of one dump."""
    folder = home()
    dump = folder / name
    dump.write_text(text, encoding='utf-8')
    run(dump, '--map', folder / 'map', *options)
    return folder / 'map'


@functools.cache
def first():
    """A map of the first of the seeds."""
    folder = home() / 'map'
    run(sorted((CHECKOUT / 'seeds').glob('*.txt'))[0], '--map', folder)
    return folder


@functools.cache
def updated():
    """The same map after the second of the seeds, then merged into few topics and split into many."""
    folder = home() / 'map'
    shutil.copytree(first(), folder)
    run(sorted((CHECKOUT / 'seeds').glob('*.txt'))[1], '--map', folder)
    for topics in ('3', '8'):
        run('--topics', topics, '--map', folder)
    return folder


@functools.cache
def hostile():
    """A map of text that tries to run, to break out of its place or to make the page too wide."""
    return made('<img src=x onerror=alert(1)>.jsonl', '\n'.join(hostile_records()) + '\n')


@functools.cache
def large():
    """A map of 2,000 papers."""
    return made('large.txt', '\n\n'.join(large_paragraphs()) + '\n')


@functools.cache
def nested():
    """A map of a few hundred papers with its topics in areas, and these in areas again."""
    return made('nested.txt', '\n\n'.join(large_paragraphs()[:400]) + '\n', '--topics', '2,5,16')
