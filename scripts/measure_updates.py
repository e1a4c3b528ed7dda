#!/usr/bin/env python3
"""What updates do to a labelled set: how many old papers move, which topics are born, what ten dumps end with.

  python3 scripts/measure_updates.py PROGRAM LABELLED.jsonl.gz WORK --hold-out 0.05 [--seed 1] [--topics N]
  python3 scripts/measure_updates.py PROGRAM LABELLED.jsonl.gz WORK --hold-labels cs.SD,cs.CG [--topics N]
  python3 scripts/measure_updates.py PROGRAM LABELLED.jsonl.gz WORK --parts 10 --topics 28 [--seed 1]

Each line of LABELLED is a JSON object with id, title, abstract and label. Every figure comes from runs of the real
program in WORK and from the topic-map.json that they write. `--vectors MAP` takes vectors from a finished map of the same
papers, so that nothing is embedded twice. Needs Python 3 alone.
"""
import argparse
import collections
import gzip
import json
import pathlib
import random
import shutil
import sqlite3
import subprocess
import time


def records(path):
    opened = gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8")
    with opened as lines:
        return [json.loads(line) for line in lines]


class Work:
    def __init__(self, arguments):
        self.arguments = arguments
        self.folder = pathlib.Path(arguments.work)
        self.folder.mkdir(parents=True, exist_ok=True)

    def fresh_map(self, name):
        shutil.rmtree(self.folder / name, ignore_errors=True)
        return name

    def lend_vectors(self, name):
        """Puts the vectors of the finished map into the cache of another one, which drops again what it does not need."""
        if not self.arguments.vectors:
            return
        store = self.folder / name / "map.sqlite"
        if not store.exists():
            store.parent.mkdir(parents=True)
            shutil.copy(pathlib.Path(self.arguments.vectors) / "map.sqlite", store)
            self.empty(store)
        with sqlite3.connect(store) as connection:
            connection.execute("ATTACH ? AS lender", [str(pathlib.Path(self.arguments.vectors) / "map.sqlite")])
            connection.execute("INSERT OR IGNORE INTO vectors SELECT * FROM lender.vectors")
        connection.close()

    @staticmethod
    def empty(store):
        with sqlite3.connect(store) as connection:
            tables = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
            for (table,) in tables:
                if table != "vectors":
                    connection.execute(f"DELETE FROM {table}")
        connection.close()

    def map(self, name, papers, *options):
        """Adds papers to a map; returns its topic-map.json and the seconds that the run took."""
        dump = self.folder / f"{name}-{len(papers)}-{papers[0]['id'].replace('/', '_')}.jsonl"
        dump.write_text("".join(json.dumps(paper) + "\n" for paper in papers), encoding="utf-8")
        self.lend_vectors(name)
        started = time.monotonic()
        command = [self.arguments.program, "map", dump.name, "--map", name, "--quiet", *options]
        subprocess.run(command, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)
        seconds = time.monotonic() - started
        return json.loads((self.folder / name / "topic-map.json").read_text(encoding="utf-8")), seconds

    def eval(self, name):
        command = [self.arguments.program, "eval", "--map", name, "--labels", str(pathlib.Path(self.arguments.labelled).resolve())]
        answer = subprocess.run([*command, "--format", "json"], cwd=self.folder, check=True, capture_output=True)
        return json.loads(answer.stdout)


def topics(result):
    return {paper["id"]: paper["topic"] for paper in result["papers"]}


def compare(before, after):
    """What became of the papers, labels and positions of before."""
    old, new = topics(before), topics(after)
    moved = sum(old[paper] != new.get(paper) for paper in old)
    places = [{p["id"]: (p["x"], p["y"]) for p in result["papers"]} for result in (before, after)]
    shifted = sum(places[0][paper] != places[1].get(paper) for paper in old)
    labels = [{t["id"]: t["label"] for t in result["topics"]} for result in (before, after)]
    members = [collections.defaultdict(set), collections.defaultdict(set)]
    for group, paper_topics in zip(members, (old, new)):
        for paper, topic in paper_topics.items():
            group[topic].add(paper)
    untouched = [t for t in labels[0] if t in labels[1] and members[0][t] <= members[1][t]]
    renamed = [t for t in untouched if labels[0][t] != labels[1][t]]
    update = after["updates"][-1]
    print(f"  {len(old)} + {len(new) - len(old)} papers, {len(labels[0])} -> {len(labels[1])} topics; {update['way']}: {update['reason']}")
    print(f"  moved: {moved} of {len(old)} ({100 * moved / len(old):.2f} %); positions changed: {shifted}")
    print(f"  topics that kept all their papers: {len(untouched)}, of which with another label: {len(renamed)} {renamed[:5]}")
    return set(labels[1]) - set(labels[0])


def label_of_papers(result, given):
    by_key = {paper["id"]: paper["label"] for paper in given}
    return {p["id"]: by_key[key] for p in result["papers"] for key in p["keys"] if key in by_key}


def born(result, ids, given, wanted):
    labels = label_of_papers(result, given)
    found = set()
    for topic in result["topics"]:
        if topic["id"] in ids:
            counts = collections.Counter(labels.get(p["id"]) for p in result["papers"] if p["topic"] == topic["id"])
            (label, count), = counts.most_common(1)
            print(f"  born {topic['id']} ({topic['label']}): {topic['size']} papers, {count} of {label}")
            if 2 * count > topic["size"] and label in wanted:
                found.add(label)
    print(f"  labels held out that came out as topics: {len(found)} of {len(wanted)} {sorted(found)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("labelled")
    parser.add_argument("work")
    parser.add_argument("--hold-out", type=float)
    parser.add_argument("--hold-labels")
    parser.add_argument("--parts", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--topics", default="auto")
    parser.add_argument("--vectors", help="folder of a finished map of the same papers")
    arguments = parser.parse_args()
    arguments.program = str(pathlib.Path(arguments.program).resolve())
    arguments.vectors = arguments.vectors and str(pathlib.Path(arguments.vectors).resolve())
    work, given = Work(arguments), records(arguments.labelled)
    options = ["--topics", arguments.topics]
    shuffled = random.Random(arguments.seed).sample(given, len(given))
    if arguments.hold_out is not None:
        held = round(arguments.hold_out * len(given))
        print(f"{held} papers held out at random (seed {arguments.seed}), --topics {arguments.topics}")
        name = work.fresh_map("random")
        before, _ = work.map(name, shuffled[held:], *options)
        after, seconds = work.map(name, shuffled[:held])
        compare(before, after)
        print(f"  {seconds:.1f} s for the update")
    if arguments.hold_labels:
        wanted = arguments.hold_labels.split(",")
        print(f"all papers of {', '.join(wanted)} held out, --topics {arguments.topics}")
        name = work.fresh_map("labels")
        before, _ = work.map(name, [p for p in given if p["label"] not in wanted], *options)
        after, seconds = work.map(name, [p for p in given if p["label"] in wanted])
        born(after, compare(before, after), given, wanted)
        print(f"  {seconds:.1f} s for the update")
    if arguments.parts:
        print(f"{arguments.parts} dumps one by one (seed {arguments.seed}), --topics {arguments.topics}")
        name, one = work.fresh_map("parts"), work.fresh_map("one")
        for part in range(arguments.parts):
            result, _ = work.map(name, shuffled[part::arguments.parts], *options)
            update = result["updates"][-1]
            print(f"  part {part + 1}: {update['papers']} papers, {len(result['topics'])} topics, {update['way']}, {update['moved']} moved; {update['reason']}")
        work.map(one, shuffled, *options)
        for map_name in (name, one):
            print(f"  {map_name}: {json.dumps(work.eval(map_name).get('agreement', work.eval(map_name)))[:400]}")


if __name__ == "__main__":
    main()
