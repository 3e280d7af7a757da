import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createShell } from './shell.ts'

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
    word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'),
  )

/** They need a machine, a profile or a server of their own, or wait for one that is away. */
const others = /^kinora (serve|accounts|completion|doctor|profiles|log|titles watch)/
/** What is wrong with a command is told by the same code as a file that isn't there and a question that can't be asked. */
const expected = /was not found\.|Missing flag: --yes/

test('CLI examples: each command takes its own, flags and values', async () => {
  const refusing = createServer((_, answer) => answer.writeHead(401).end()).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const { port } = refusing.address() as AddressInfo
  const shell = createShell(`http://127.0.0.1:${port}`)
  const wrong: string[] = []
  for (const line of examples.filter(example => !others.test(example))) {
    const given = { env: { KINORA_TOKEN: 'x' }, stdin: 'Kinora-word-1\n' }
    const { code, stderr } = await shell.run(wordsOf(line).slice(1), given)
    if (code === 2 && !expected.test(stderr)) wrong.push(`${line}: ${stderr}`)
  }
  refusing.close()
  expect(wrong).toEqual([])
  expect(examples.length).toBeGreaterThan(350)
})
