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

/** They need a machine of their own, go on until they are stopped, or wait for one that is away. */
const others = /^kinora (serve|accounts|log|doctor|profiles)/

/** What may be in the way of an example: a file that somebody has of their own, a question, the row that a word stands for, the hour. */
const expected =
  /was not found\.|Missing flag: --(yes|password-stdin)|have errors|invalid format|no tenant acmeyoga|variable ACME_|within 4 hours|No data found|Error: Password|Channel "Acme Flow"|Label "Retired"/
const isPlaceholder = /\b(TAG|ID|JOB|CATEGORY|TITLE|OTHER_[A-Z]+|acmeyoga)\b/
/** Of `--help`, the page of the package and the first of docs/cli.md: they go through as they are written. */
const firstOf = (help: string): string[] => [
  ...[...help.matchAll(/^.*?(kinora (?:login|titles) .+)$/gm)].map(([, line = '']) => line),
  ...commandsOf('packages/cli/README.md'),
  ...commandsOf('docs/cli.md').slice(0, 1),
]

test('CLI examples: each goes through, the first of them as they are written', async () => {
  const shells = await Promise.all((['tenant', 'admin'] as const).map(account => server.signedIn(account)))
  for (const { folder } of shells) {
    symlinkSync(join(root, 'examples'), join(folder, 'examples'))
    await clip(join(folder, 'class.mp4'))
  }
  const isWell = (line: string, { code, stderr }: Outcome): boolean =>
    code === 0 ||
    (!/Unknown (option|command)/.test(stderr) &&
      (code === 3 || expected.test(stderr) || (isPlaceholder.test(line) && code !== 4)))
  const run = async (line: string): Promise<Outcome> => {
    const given = { stdin: `${password}\n` }
    const [first, second] = shells.map(shell => () => shell.run(wordsOf(line).slice(1), given))
    const outcome = await first!()
    // What a tenant may not do or see, an administrator may.
    return isWell(line, outcome) ? outcome : await second!()
  }
  const help = (await shells[0]!.run(['--help'])).stdout
  const failed: string[] = []
  for (const line of firstOf(help)) {
    const asked = /^kinora login(?!.*stdin)/.test(line) ? `${line} --password-stdin` : line
    const { code, stderr } = await run(asked)
    if (code !== 0) failed.push(`${line}: ${code} ${stderr}`)
  }
  expect(failed).toEqual([])
  for (const line of examples.filter(example => !others.test(example))) {
    const outcome = await run(line)
    if (!isWell(line, outcome)) failed.push(`${line}: ${outcome.code} ${outcome.stderr}`)
  }
  expect(failed).toEqual([])
  expect(examples.length).toBeGreaterThan(330)
})

test('CLI examples: of those that are not run here the command and its flags exist', async () => {
  const wrong: string[] = []
  const unrun = examples.filter(line => others.test(line))
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
