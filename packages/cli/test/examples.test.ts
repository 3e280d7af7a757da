import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patience } from '../../../scripts/patience.ts'
import { emptyFolder } from '../../server/test/seeded-platform.ts'
import { contentKey, template } from '../../server/test/template.ts'
import { clip } from './media.ts'
import { password, startTestPlatform, type TestPlatform, withMedia } from './platform.ts'
import { createShell, type Outcome, type Shell } from './shell.ts'

const root = join(import.meta.dirname, '../../..')
let server: TestPlatform
/** Of a machine of its own, for what works on a database without a server. */
const machine = createShell()
const data = join(machine.folder, 'data')
beforeAll(async () => {
  server = await startTestPlatform(withMedia)
  await cp(await emptyFolder(), data, { recursive: true })
})
afterAll(() => server?.close())

/** What the examples name, where one that uses them says that they are there. */
async function furnish(folder: string): Promise<void> {
  const from = (path: string) => join(root, 'examples', path)
  const catalogue = join(folder, 'examples/catalogue')
  cpSync(from('.'), join(folder, 'examples'), { recursive: true, filter: path => !path.endsWith('/media') })
  const script = from('catalogue/make-media.mjs')
  const key = await contentKey('examples/catalogue/make-media.mjs', 'examples/catalogue/catalogue.csv')
  const media = await template('catalogue-media', key, async target => {
    execFileSync(process.execPath, [script, target])
  })
  symlinkSync(join(media, 'media'), join(catalogue, 'media'))
  await clip(join(folder, 'class.mp4'))
  await clip(join(folder, 'teaser.mp4'), 1000)
  for (const name of ['logo.png', 'favicon.ico', 'home.jpg'])
    symlinkSync(from(`tenant/images/${name}`), join(folder, name))
  symlinkSync(from('tenant/images/yoga.jpg'), join(folder, 'strength.jpg'))
  symlinkSync(from('programme/cover.jpg'), join(folder, 'cover.jpg'))
  symlinkSync(from('programme/plan.pdf'), join(folder, 'plan.pdf'))
  for (const name of ['terms.en-GB.html', 'terms.de-DE.html'])
    symlinkSync(from(`tenant/terms/${name}`), join(folder, name))
  const words = 'WEBVTT\n\n00:00.000 --> 00:00.500\nBreathe\n'
  mkdirSync(join(folder, 'captions'))
  for (const name of ['class.vtt', 'class.de-DE.vtt', 'captions/class.de-DE.vtt'])
    writeFileSync(join(folder, name), words)
  writeFileSync(join(folder, 'class.de-DE.srt'), '1\n01:00:00,000 --> 01:00:00,500\nBreathe\n')
  writeFileSync(join(folder, 'filters.json'), '{"query":"yoga"}')
}
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
const examples = [...new Set(pages.flatMap(commandsOf))]
/** Each with what a shell does to quotes; what is redirected is left out. */
const wordsOf = (line: string): string[] =>
  [...line.replace(/ [<>] .*/, '').matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) =>
    word
      .replace(/"([^"]*)"|'([^']*)'/g, '$1$2')
      .replace('http://127.0.0.1:4700', server.url)
      .replace('/var/lib/kinora', data),
  )
const asks = /^kinora (login|accounts (create|password))\b(?!.*stdin)/

/** As a person at a shell does it: names of files by their pattern, stdout into a file, answers where they are asked for. */
async function runIn(shell: Shell, line: string, words: readonly string[]): Promise<Outcome> {
  const files = words.flatMap(word => {
    const found = /^[\w./]*\*[\w./*]*$/.test(word) ? globSync(word, { cwd: shell.folder }).sort() : []
    return found.length > 0 ? found : [word]
  })
  const email = line.includes('login') && !line.includes('--email') ? ['tenant@demo.kinora.test'] : []
  const typed = asks.test(line) ? { tty: true, answers: [...email, password] } : { stdin: `${password}\n` }
  const outcome = await shell.run(files, { ...typed, env: { KINORA_DATA_DIR: data } })
  const [, into] = / > ([\w.-]+)$/.exec(line) ?? []
  if (into !== undefined && outcome.code === 0) writeFileSync(join(shell.folder, into), outcome.stdout)
  return outcome
}

/** Not run here, and why. */
const others: readonly [RegExp, string][] = [
  [/^kinora serve\b/, 'goes on until it is stopped: bin.test.ts'],
  [/^kinora (events follow|webhooks listen)\b/, 'goes on until it is stopped: webhooks.test.ts'],
  [/^kinora login .*--(sso|device)\b/, 'waits for a person at an identity provider: sso.test.ts'],
  [/^kinora (backup|restore|move|migrate)\b/, 'works on a data folder of this machine: backup.test.ts'],
]
/** Ends the sign-in that the others need. */
const isSignIn = (line: string): boolean => /^kinora (login|logout)\b/.test(line)
const isOther = (line: string): boolean => others.some(([pattern]) => pattern.test(line))
/** What the day and its hour decide: an event may not begin within four hours, the next one may have no video, and a report of another month has no data. */
const byClock: readonly [RegExp, readonly string[]][] = [
  [/^kinora schedule move ID --date\b/, ['0', '2', '3']],
  [/^kinora schedule (create|edit|move)\b/, ['0', '2']],
  [/^kinora schedule duplicate\b/, ['0', '1', '6']],
  [/^kinora schedule upload\b/, ['0', '7']],
  [/^kinora schedule renew-key\b/, ['0', '7']],
  [/^kinora reports (show|download)\b/, ['4 0', '4 3']],
]

/** Nouns whose rows of the demo the words of an example stand for. */
const nouns = [
  ...['titles', 'categories', 'collections', 'documents', 'subscriptions', 'channels', 'schedule'],
  ...['tenants', 'labels', 'focus-areas', 'equipment', 'providers', 'views'],
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

/** Of `--help`, the pages of the repository, the package and the catalogue: they go through as they are written. */
const firstOf = (help: string): string[] =>
  [
    ...[...help.matchAll(/^.*?(kinora (?:login|titles) .+)$/gm)].map(([, line = '']) => line),
    ...commandsOf('README.md').filter(line => / (login|titles) /.test(line)),
    ...commandsOf('packages/cli/README.md'),
    ...commandsOf('examples/catalogue/README.md'),
    ...commandsOf('docs/cli.md').filter(
      line => isSignIn(line) || line.includes(' titles upload class.mp4 --title '),
    ),
  ].filter(line => !isOther(line))

test(
  'CLI examples: each ends with the exit code and the reason of examples.codes.txt, the first of them with 0',
  async () => {
    const shells = await Promise.all((['tenant', 'admin'] as const).map(account => server.signedIn(account)))
    const apart = await server.signedIn('tenant')
    for (const { folder } of shells) await furnish(folder)
    const [asTenant, asAdmin] = shells.map(shell => (line: string): Promise<Outcome> => {
      const place = isSignIn(line) ? apart : line.startsWith('kinora accounts ') ? machine : shell
      return runIn(place, line, filledIn(wordsOf(line).slice(1), rows))
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
      const { code, stderr } = await asTenant!(line)
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
  },
  5 * patience,
)

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
  expect(unrun.length).toBeGreaterThan(1)
})
