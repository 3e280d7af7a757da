import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { contract } from '@kinora/core'
import { Command } from 'commander'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { pathOf } from '../src/kernel/examples.ts'
import { listCommands } from '../src/kernel/hints.ts'
import { HELP } from '../src/kernel/lazy.ts'
import { createSession } from '../src/kernel/session.ts'
import { addFlags, fieldsOf } from '../src/kernel/verb.ts'
import type { World } from '../src/kernel/world.ts'
import { loadProgram } from '../src/program.ts'
import { toReference } from './reference.ts'
import { createShell } from './shell.ts'

const stream = { isTTY: false, columns: 80, write() {} }
const bare = {
  args: [],
  env: {},
  stdin: { isTTY: false, text: async () => '' },
  stdout: stream,
  stderr: stream,
}
const program = () => loadProgram(createSession(bare as unknown as World))
/** The examples that a command's help ends with. */
function examplesIn(command: Command): string[] {
  const help: string[] = []
  command.configureOutput({ writeOut: chunk => void help.push(chunk) }).outputHelp()
  const [, lines = ''] = help.join('').split('\nExamples:\n')
  return lines.split('\n').flatMap(line => line.trim() || [])
}

describe('CLI tree', () => {
  test('docs/cli.md says what the commands are', async () => {
    await expect(toReference(await program())).toMatchFileSnapshot('../../../docs/cli.md')
  })
  test('every command and every flag is described', async () => {
    const walk = (command: Command): string[] => [
      ...(command.description() === '' ? [command.name()] : []),
      ...command.options
        .filter(option => !option.hidden && option.description === '')
        .map(option => `${command.name()} ${option.flags}`),
      ...command.commands.flatMap(walk),
    ]
    expect(walk(await program())).toEqual([])
  })
  test('every command ends its help with examples, of flags that it has', async () => {
    const root = await program()
    const walk = (command: Command): string[] => {
      if (command.commands.length > 0) return command.commands.flatMap(walk)
      if (command.name() === HELP) return []
      const examples = examplesIn(command).join('\n')
      const known = [...command.options, ...root.options].flatMap(option => [option.long, option.short])
      const wrong = (examples.match(/(?<= )--?[a-z][a-z-]*/g) ?? []).filter(
        flag => !known.includes(flag) && !known.includes(flag.replace('--no-', '--')),
      )
      return examples === '' ? [`${command.name()} has none`] : wrong.map(flag => `${command.name()} ${flag}`)
    }
    expect(walk(root)).toEqual([])
  })
})

describe('CLI help', () => {
  test.each([
    ['titles help list', 'Usage: kinora titles list [options]', '--status <name>'],
    ['titles help jobs', 'Usage: kinora titles jobs [options] [command]', 'results <job>'],
    ['titles jobs help list', 'Usage: kinora titles jobs list [options]', '--mine'],
    ['titles help', 'Usage: kinora titles [options] [command]', 'help [command]'],
    ['help titles list', 'Usage: kinora titles list [options]', '--status <name>'],
  ])('kinora %s', async (line, usage, flag) => {
    const { stdout, stderr, code } = await createShell().run(line.split(' '))
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 })
    expect(stdout).toContain(usage)
    expect(stdout).toContain(flag)
  })
  test('of a verb that a group does not have', async () => {
    const { stderr, code } = await createShell().run(['titles', 'help', 'lits'])
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "✖ Error: Unknown command 'lits'\n  Fix:  See kinora titles --help\n",
    })
  })
  test('each list that a Fix names is a command', async () => {
    const root = await program()
    const nowhere = Object.values(listCommands).filter(line => {
      let at: Command | undefined = root
      for (const word of line
        .split(' ')
        .filter(each => /^[a-z-]+$/.test(each))
        .slice(0, line.startsWith('site') ? 2 : 3))
        at = at?.commands.find(command => command.name() === word)
      return at === undefined || at.commands.length > 0
    })
    expect(nowhere).toEqual([])
  })
})

test('CLI man: a page from the tree has every command, flag and example, and no line that troff would take for its own', async () => {
  const { stdout, code } = await createShell().run(['man'])
  expect(code).toBe(0)
  const walk = (command: Command): string[] => {
    if (command.name() === HELP) return []
    if (command.commands.length > 0) return command.commands.flatMap(walk)
    const shown = command.options.filter(({ hidden }) => !hidden)
    return [
      `.SS ${pathOf(command)} `,
      ...shown.map(({ flags }) => `.B ${flags}\n`),
      ...examplesIn(command).map(example => `${example}\n`),
    ]
  }
  const page = stdout.replaceAll('\\-', '-').replaceAll('\\e', '\\')
  expect((await program()).commands.flatMap(walk).filter(line => !page.includes(line))).toEqual([])
  expect(page).toContain('.SS kinora titles list [options]\nlist titles, with filters\n')
  expect(stdout.split('\n').filter(line => /^[.'](?!TH|SH|SS|TP|B |PP|nf|fi)/.test(line))).toEqual([])
})

describe('CLI flags from endpoints', () => {
  const Sample = z.object({
    className: z.string(),
    skill: z.int().nullable(),
    link: z.string().nullable(),
    isActive: z.boolean(),
    labels: z.array(z.string()),
    status: z.union([z.int(), z.array(z.int())]).optional(),
    home: z.url().or(z.literal('')),
    sort: z.enum(['name', 'date']),
    nested: z.object({ a: z.string() }),
    file: z.custom<Blob>(),
  })
  const read = (...args: string[]) => {
    const command = new Command().exitOverride()
    const toInput = addFlags(command, fieldsOf(Sample), {
      values: { status: { published: 4, error: 5 } },
      names: { labels: 'label' },
    })
    command.parse(args, { from: 'user' })
    return toInput(command.opts())
  }
  test('scalars become flags of their kind, lists are repeated or separated by commas', () => {
    expect(
      read('--class-name', 'Yoga, slow', '--skill', '3', '--is-active', '--label', 'a,b', '--label', 'c'),
    ).toEqual({
      className: 'Yoga, slow',
      skill: 3,
      isActive: true,
      labels: ['a', 'b', 'c'],
    })
    expect(read('--no-is-active')).toEqual({ isActive: false })
    expect(read()).toEqual({})
  })
  test('an empty value clears what may be cleared', () => {
    expect(read('--skill', '', '--link', '', '--label', '')).toEqual({ skill: null, link: null, labels: [] })
  })
  test('EVENT-17 C-99 where nothing will do as well as any text, any text is taken', () => {
    expect(read('--home', 'https://live.example')).toEqual({ home: 'https://live.example' })
    expect(read('--home', '')).toEqual({ home: '' })
  })
  test('numbers may have names', () => {
    expect(read('--status', 'Published,error')).toEqual({ status: [4, 5] })
    expect(() => read('--status', '9')).toThrow()
    expect(() => read('--skill', 'high')).toThrow()
    expect(() => read('--sort', 'size')).toThrow()
  })
  test('every input of the contract can be read for flags', () => {
    for (const endpoint of Object.values(contract).flatMap(noun => Object.values(noun)))
      expect(fieldsOf(endpoint.input).size, endpoint.id).toBe(Object.keys(endpoint.input.shape).length)
  })
})

test('CONST-36 `--take 0` is refused wherever there is --take, before anything is asked', async () => {
  const walk = (command: Command, path: string[]): string[][] => {
    const given = command.registeredArguments.flatMap(({ required }) => (required ? ['x'] : []))
    const takes = command.options.some(({ long }) => long === '--take')
    return [
      ...(takes ? [[...path, ...given]] : []),
      ...command.commands.flatMap(child => walk(child, [...path, child.name()])),
    ]
  }
  const pages = walk(await program(), [])
  expect(pages.length).toBeGreaterThan(10)
  for (const line of pages)
    expect(await createShell('http://127.0.0.1:9').run([...line, '--take', '0']), line.join(' ')).toEqual({
      stdout: '',
      stderr:
        '✖ Error: --take: 0 is no number of results\n  Fix:  Pass --take with 1 or more, or -1 for all.\n',
      code: 2,
    })
})

describe('CLI completion', () => {
  const shell = createShell()
  /** `answer`: what `kinora completion --values` says; it is given what it was asked with. */
  const complete = async (line: string, answer = ''): Promise<string[]> => {
    const { stdout } = await shell.run(['completion', 'bash'])
    const path = join(mkdtempSync(join(tmpdir(), 'kinora-cli-')), 'kinora.bash')
    writeFileSync(path, stdout)
    const words = line.split(' ')
    const script = `kinora() { ${answer === '' ? ':' : answer}; }; source ${path}; COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _kinora; printf '%s\\n' "\${COMPREPLY[@]}"`
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n')
  }
  test('bash offers commands, then verbs, then flags', async () => {
    expect(await complete('kinora ti')).toEqual(['titles'])
    expect(await complete('kinora titles un')).toEqual(['unpublish'])
    expect(await complete('kinora titles bulk r')).toEqual([
      ...['run', 'resume', 'reconcile', 'retry', 'results'],
    ])
    expect(await complete('kinora titles list --exter')).toEqual(['--external-id'])
    expect(await complete('kinora titles show T-1 --jq')).toEqual(['--jq'])
    expect(await complete('kinora api titles.se')).toEqual(['titles.search'])
  })
  test('bash offers the values of a flag: those of its list, and what the server says, which is never run', async () => {
    expect(await complete('kinora titles list --status encod')).toEqual(['encoding-queued', 'encoded'])
    expect(await complete('kinora titles export --as c')).toEqual(['catalogue'])
    expect(await complete('kinora titles list --sort ')).toEqual(['relevance', 'createdDate', 'name'])
    const titles = "printf 'T-1\\tOne\\nT-2 $(touch pwned)\\tTwo\\n'"
    expect(await complete('kinora titles show T-', titles)).toEqual(['T-1', 'T-2 $(touch pwned)'])
    expect(await complete('kinora titles show --jq', titles)).toEqual(['--jq'])
    const asked = `printf '%s\\n' "$*"`
    expect(await complete('kinora --profile help titles list --provider ', asked)).toEqual([
      'completion --values providers --profile help',
    ])
    expect(await complete('kinora titles list --profile ', asked)).toEqual(['completion --values profiles'])
  })
  test('bash and zsh offer at each place the flags of its command and no other: `list` of jobs isn’t `list` of titles', async () => {
    const root = await program()
    const flagsOf = ({ options }: Command) =>
      options.filter(option => !option.hidden).map(({ long, short }) => long ?? short ?? '')
    const shared = flagsOf(root)
    const walk = (command: Command, path: string): [string, string[]][] => [
      [path, flagsOf(command)],
      ...command.commands.flatMap(child => walk(child, `${path} ${child.name()}`)),
    ]
    const places = root.commands.flatMap(command => walk(command, command.name()))
    expect(places.length).toBeGreaterThan(200)
    const lists = new Map(places)
    expect(lists.get('titles jobs list')).not.toContain('--stuck')
    const { stdout: bash } = await shell.run(['completion', 'bash'])
    const path = join(mkdtempSync(join(tmpdir(), 'kinora-cli-')), 'kinora.bash')
    writeFileSync(path, bash)
    const asked = places.map(
      ([place]) =>
        `COMP_WORDS=(kinora ${place} --); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _kinora; echo "\${COMPREPLY[@]}"`,
    )
    const offered = execFileSync('bash', { input: [`source ${path}`, ...asked].join('\n'), encoding: 'utf8' })
    const { stdout: zsh } = await shell.run(['completion', 'zsh'])
    const namesOf = (entries = ''): string[] => (entries.match(/(?<=^'|\s')--[a-z\d-]+/g) ?? []).sort()
    expect(namesOf(/^ {2}entries\+=\((.*)\)$/m.exec(zsh)?.[1])).toEqual([...shared].sort())
    for (const [index, line] of offered.trim().split('\n').entries()) {
      const [place, flags] = places[index]!
      expect(line.split(' ').sort(), place).toEqual([...flags, ...shared, '--help'].sort())
      const [, entries] =
        new RegExp(`^    '${place}'\\) entries=\\((.*)\\)(?: kind=\\w+)? ;;$`, 'm').exec(zsh) ?? []
      expect(namesOf(entries), place).toEqual([...flags].sort())
    }
  })
  test('the scripts of zsh and fish are made and name every command', async () => {
    for (const name of ['zsh', 'fish']) {
      const { stdout, code } = await shell.run(['completion', name])
      expect(code).toBe(0)
      for (const word of ['titles', 'upload', 'doctor', '--json'.slice(2)]) expect(stdout).toContain(word)
      const path = join(mkdtempSync(join(tmpdir(), 'kinora-cli-')), name)
      writeFileSync(path, stdout)
      const check = spawnSync(name, ['-n', path], { encoding: 'utf8' })
      if (check.error === undefined) expect(check.stderr).toBe('')
    }
  })
  test('fish offers what the words lead to: `list` of jobs of titles has flags of its own', async () => {
    const { stdout } = await shell.run(['completion', 'fish'])
    const offered = stdout.split('\n').filter(line => line.includes('-l stuck') || line.includes('-l mine'))
    expect(offered.map(line => line.match(/__kinora_at '\\''(.*?)'\\''/)?.[1])).toEqual([
      'titles list',
      'titles export',
      ...['edit', 'publish', 'publish-when-ready', 'unpublish', 'delete', 'list'].map(
        verb => `titles jobs ${verb}`,
      ),
    ])
  })
  test('a shell that is none is a usage error', async () => {
    const { stderr, code } = await shell.run(['completion', 'powershell'])
    expect(code).toBe(2)
    expect(stderr).toContain('"powershell" is not one of: bash, zsh, fish')
  })
})
