import { globSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clip } from './media.ts'
import { password, startTestPlatform, type TestPlatform, withMedia } from './platform.ts'
import { createShell, type Outcome } from './shell.ts'

let server: TestPlatform
beforeAll(async () => {
  server = await startTestPlatform(withMedia)
})
afterAll(() => server?.close())

const root = join(import.meta.dirname, '../../..')
const pages = globSync(['README.md', 'docs/*.md', 'examples/**/README.md', 'packages/*/README.md'], {
  cwd: root,
})
/** Each command of a page, on one line and without its comment. */
const commandsOf = (page: string): string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block
      .replaceAll(/\\\n\s*/g, '')
      .split('\n')
      .map(line => line.replace(/^npx /, '').replace(/\s+#.*/, ''))
      .filter(line => line.startsWith('kinora ')),
  )
/** Each with what a shell does to quotes; what is redirected is left out. */
const examples = [...new Set(pages.flatMap(commandsOf))]
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [<>] .*/, '').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2').replace('http://127.0.0.1:4700', server.url),
  )

/** Not run here, and why. */
const others: readonly [RegExp, string][] = [
  [/^kinora serve\b/, 'goes on until it is stopped: bin.test.ts'],
  [/^kinora accounts\b/, 'works on a database of this machine that no server has open: bin.test.ts'],
  [/^kinora (login|logout)\b/, 'ends the sign-in that the others need: session.test.ts'],
  [/^kinora doctor\b/, 'looks at this machine and waits for a server that is away: connection.test.ts'],
]
const isOther = (line: string): boolean => others.some(([pattern]) => pattern.test(line))
/** What the day and its hour decide: an event may not begin within four hours, and a report of another month has no data. */
const byClock: readonly [RegExp, readonly string[]][] = [
  [/^kinora schedule (create|edit|move)\b/, ['0', '2']],
  [/^kinora reports (show|download)\b/, ['4 0', '4 3']],
]

/** Nouns whose rows of the demo the words of an example stand for. */
const nouns = [
  ...['titles', 'categories', 'collections', 'documents', 'subscriptions', 'channels', 'schedule'],
  ...['tenants', 'labels', 'focus-areas', 'equipment', 'providers'],
]
/** Where they are those of another noun. */
const nounOf: Readonly<Record<string, string>> = {
  ...{ TITLE: 'titles', CATEGORY: 'categories', '--tenant': 'tenants', '--collection': 'collections' },
  ...{ history: 'titles', captions: 'titles', favourites: 'titles', subcategories: 'categories' },
}

/** The words of an example, with the first rows that the demo lists in place of `TAG`, `OTHER_ID` and the like. */
function filledIn(
  [noun = '', ...words]: readonly string[],
  rows: ReadonlyMap<string, readonly string[]>,
): string[] {
  const filled = words.map((word, index) => {
    const [, other, kind = ''] = /^(OTHER_)?(TAG|ID|TITLE|CATEGORY)$/.exec(word) ?? []
    const of = nounOf[words[index - 1] ?? ''] ?? nounOf[kind] ?? nounOf[noun] ?? noun
    return kind === '' ? word : (rows.get(of)?.[other === undefined ? 0 : 1] ?? word)
  })
  return [noun, ...filled]
}

/** What an example ended otherwise than well for: the error, else the first remark; rows of the demo by the words they stand for. */
function reasonOf(line: string, stderr: string, rows: ReadonlyMap<string, readonly string[]>): string {
  const words = wordsOf(line).slice(1)
  const filled = filledIn(words, rows)
  const [, said = ''] = /^✖ Error: (.*)$/m.exec(stderr) ?? /^\W*(.*)$/m.exec(stderr) ?? []
  return words.reduce((told, word, index) => told.replaceAll(filled[index]!, word), said)
}

/** Of `--help`, the page of the package and the first of docs/cli.md: they go through as they are written. */
const firstOf = (help: string): string[] => [
  ...[...help.matchAll(/^.*?(kinora (?:login|titles) .+)$/gm)].map(([, line = '']) => line),
  ...commandsOf('packages/cli/README.md'),
  ...commandsOf('docs/cli.md').slice(0, 1),
]

test('CLI examples: each ends with the exit code and the reason of examples.codes.txt, the first of them with 0', async () => {
  const shells = await Promise.all((['tenant', 'admin'] as const).map(account => server.signedIn(account)))
  for (const { folder } of shells) {
    symlinkSync(join(root, 'examples'), join(folder, 'examples'))
    await clip(join(folder, 'class.mp4'))
    symlinkSync('examples/programme/plan.pdf', join(folder, 'plan.pdf'))
  }
  const [asTenant, asAdmin] = shells.map(shell => (line: string): Promise<Outcome> => {
    return shell.run(filledIn(wordsOf(line).slice(1), rows), { stdin: `${password}\n` })
  })
  const rows = new Map<string, string[]>()
  const look = async (noun: string): Promise<void> => {
    // What comes next comes first in the schedule, which the hour decides.
    const order = noun === 'schedule' ? ['--sort', 'newest'] : []
    const listed = await shells[noun === 'providers' ? 1 : 0]!.run([noun, 'list', ...order])
    rows.set(
      noun,
      listed.stdout.split('\n').flatMap(line => line.split('\t')[0] || []),
    )
  }
  for (const noun of nouns) await look(noun)
  const failed: string[] = []
  for (const line of firstOf((await shells[0]!.run(['--help'])).stdout)) {
    const asked = /^kinora login(?!.*stdin)/.test(line) ? `${line} --password-stdin` : line
    const { code, stderr } = await asTenant!(asked)
    if (code !== 0) failed.push(`${line}: ${code} ${stderr}`)
  }
  const codes: string[] = []
  for (const line of examples.filter(example => !isOther(example))) {
    const { code, stderr } = await asTenant!(line)
    let reason = code === 0 ? '' : reasonOf(line, stderr, rows)
    if (/Unknown (option|command)|Missing flag: --(?!yes|password-stdin)/.test(stderr))
      failed.push(`${line}: ${stderr}`)
    // What a tenant may not do or doesn't see, an administrator may.
    const isOfStaff = code === 4 || line.includes('--provider "Ironside Training"')
    let second = ''
    if (isOfStaff) {
      const again = await asAdmin!(line)
      second = ` ${again.code}`
      reason = again.code === 0 ? '' : reasonOf(line, again.stderr, rows)
    }
    // What comes after is about rows that are left.
    const [, noun = ''] = / (\S+) (?:jobs )?delete /.exec(line) ?? []
    if (nouns.includes(noun)) await look(noun)
    const found = `${code}${second}`
    const [, either = [found]] = byClock.find(([pattern]) => pattern.test(line)) ?? []
    if (!either.includes(found)) failed.push(`${line}: ${found} ${stderr}`)
    codes.push(
      [either.join(' or '), line, ...(either.length > 1 || reason === '' ? [] : [reason])].join('\t'),
    )
  }
  expect(failed).toEqual([])
  expect(examples.length).toBeGreaterThan(330)
  const head = [
    'Exit codes of the examples of --help, README and docs against the demo, where TAG and ID stand for rows of it: of a tenant,',
    'then of an administrator where a tenant may not; and why, where that isn’t 0. Made by examples.test.ts. Not run:',
    ...others.map(([pattern, why]) => `${pattern.source.replace('^', '').replace('\\b', '')}: ${why}`),
  ]
  await expect(`${[...head, '', ...codes].join('\n')}\n`).toMatchFileSnapshot('examples.codes.txt')
})

test('CLI examples: of those that are not run here the command and its flags exist', async () => {
  const wrong: string[] = []
  const unrun = examples.filter(line => isOther(line))
  for (const line of unrun) {
    const words = wordsOf(line).slice(1)
    const { stdout, code } = await createShell().run([...words, '--help'])
    const [, usage = ''] = /^Usage: kinora (\S+(?: [a-z]+)*)/m.exec(stdout) ?? []
    const flags = words.filter(word => /^--?[a-z]/.test(word)).map(word => word.split('=')[0]!)
    const isRight =
      code === 0 && words.join(' ').startsWith(usage) && flags.every(flag => stdout.includes(flag))
    if (!isRight) wrong.push(`${line}: ${code} ${usage}`)
  }
  expect(wrong).toEqual([])
  expect(unrun.length).toBeGreaterThan(10)
})
