import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { createShell } from './shell.ts'

const shell = createShell('http://127.0.0.1:9')

test('a hint that names a command with words of its own goes where the command went', () => {
  const source = join(import.meta.dirname, '../src')
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(name =>
    /(?<!\.test)\.ts$/.test(name),
  )
  const lines = files.flatMap(name => readFileSync(join(source, name), 'utf8').split('\n'))
  const hints = lines.filter(line => /: kinora [a-z -]+ .*(\{\{|\$\{)/.test(line))
  expect(hints.length).toBeGreaterThan(30)
  expect(
    hints.filter(
      line =>
        !/\{\{(context|profile|data)\}\}|\$\{((context|profile|data)Flags?\(|([\w.]+\.)?context\})/.test(
          line,
        ) && !line.includes('--profile'),
    ),
  ).toEqual([])
})

describe('CLI conduct: results on stdout, everything else on stderr, exit codes as documented', () => {
  test('help is a result and names exit codes and environment', async () => {
    const { stdout, stderr, code } = await shell.run(['--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const word of [
      'login',
      'titles',
      'api',
      'serve',
      'doctor',
      'completion',
      'KINORA_URL',
      '130 interrupted',
    ])
      expect(stdout).toContain(word)
    expect(stdout.split('\n').every(line => line.length <= 80)).toBe(true)
  })
  test('help of a command: kinora help titles is kinora titles --help', async () => {
    const asked = await shell.run(['titles', '--help'])
    expect(asked).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('upload') })
    expect(await shell.run(['help', 'titles'])).toEqual(asked)
  })
  test('the help of a terminal is the same with colours', async () => {
    const plain = await shell.run(['--help'], { tty: true })
    const coloured = await shell.run(['--help'], { tty: true, env: { NO_COLOR: '' } })
    expect(coloured.stdout).toContain('\u001b[')
    expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout)
  })
  test('help on a terminal of 40 columns stays within them', async () => {
    const { stdout } = await shell.run(['titles', 'jobs', '--help'], { tty: true, columns: 40 })
    const [, ...lines] = stdout.split('\n')
    expect(lines.filter(line => line.length > 40)).toEqual([])
    expect(stdout).toContain('--log-file <file>\n      add the same to a file, as JSON\n      lines\n')
  })
  test.each([
    [['serve', '--data', ''], '--data', 'FOLDER'],
    [['serve', '--host='], '--host', 'ADDRESS'],
    [['serve', '--port', ' '], '--port', 'N'],
    [['accounts', 'list', '--data', ''], '--data', 'FOLDER'],
    [['titles', 'export', '-o', ''], '--output', 'FILE'],
    [['reports', 'download', '--from=2026-11-01', '--to=2026-11-02', '--out='], '--out', 'FOLDER'],
    [['tenants', 'plan', 'a.yaml', '--files='], '--files', 'FOLDER'],
    [['titles', 'bulk', 'run', 'a.csv', '--plan='], '--plan', 'FILE'],
    [['titles', 'list', '--url='], '--url', 'ADDRESS'],
    [['titles', 'list', '--profile='], '--profile', 'NAME'],
    [['titles', 'list', '--tenant='], '--tenant', 'ID'],
    [['titles', 'list', '--log-file='], '--log-file', 'FILE'],
    [['login', '--email='], '--email', 'ADDRESS'],
  ])('%j: an empty flag is named, and nothing is done', async (args, flag, what) => {
    expect(await shell.run(args)).toEqual({
      stdout: '',
      stderr: `✖ Error: ${flag} is empty\n  Fix:  Pass a value, such as ${flag} ${what}, or leave the flag out.\n`,
      code: 2,
    })
  })
  test('an argument that names no file is said so', async () => {
    for (const args of ['titles upload', 'tenants plan', 'captions check a.vtt'])
      expect((await shell.run([...args.split(' '), ''])).stderr).toMatch(/^✖ Error: <file> is empty\n/)
  })
  test('a word that is no command is a usage error in three parts, with what was meant', async () => {
    const { stdout, stderr, code } = await shell.run(['titels', 'list'])
    expect({ stdout, code }).toEqual({ stdout: '', code: 2 })
    expect(stderr).toBe(
      "✖ Error: Unknown command 'titels'\n  Why:  Did you mean titles?\n  Fix:  See kinora --help\n",
    )
  })
  test('an unknown flag names the help of the command that refused it', async () => {
    const { stderr, code } = await shell.run(['titles', 'list', '--statsu', 'published'])
    expect(code).toBe(2)
    expect(stderr).toContain("Unknown option '--statsu'")
    expect(stderr).toContain('Did you mean --status?')
    expect(stderr).toContain('See kinora titles list --help')
  })
  test('a group without its verb is a usage error and says so once', async () => {
    const { stderr, code } = await shell.run(['titles'])
    expect(code).toBe(2)
    expect(stderr).toContain('Missing command')
  })
  test.each(['gone', 'constructor'])(
    'a value that a field does not have lists those it has: %s',
    async value => {
      const { stderr, code } = await shell.run(['titles', 'list', '--status', value])
      expect(code).toBe(2)
      expect(stderr).toContain(`--status: "${value}" is not one of: none, encoding-queued`)
    },
  )
  test('a server that is not there is exit code 5 and says how to find out more', async () => {
    const { stdout, stderr, code } = await shell.run(['titles', 'list'], { env: { KINORA_TOKEN: 'x' } })
    expect({ stdout, code }).toEqual({ stdout: '', code: 5 })
    expect(stderr).toContain('Nothing answers at 127.0.0.1:9: the connection was refused.')
    expect(stderr).toContain('kinora doctor')
  })
  test.each(['', 'tag,'])('--json with an empty field name is refused and named: "%s"', async fields => {
    const { stderr, code } = await shell.run(['titles', 'list', '--json', fields])
    expect(code).toBe(2)
    expect(stderr).toContain('--json was given an empty field name')
  })
  test('an address that is none is a usage error', async () => {
    const { stderr, code } = await shell.run(['whoami', '--url', 'kinora.example.com'])
    expect(code).toBe(2)
    expect(stderr).toContain('kinora.example.com is not a server address')
  })
  test('without a terminal nothing is asked: the missing flag is named, exit code 2', async () => {
    const login = await shell.run(['login'])
    expect(login.code).toBe(2)
    expect(login.stderr).toContain('Missing flag: --email')
    const withEmail = await shell.run(['login', '--email', 'a@b.test'])
    expect(withEmail.stderr).toContain('Missing flag: --password-stdin')
    const removal = await shell.run(['titles', 'delete', 'T-1'])
    expect(removal.code).toBe(2)
    expect(removal.stderr).toContain('Missing flag: --yes')
  })
  test('--no-prompt asks nothing on a terminal either', async () => {
    const { stderr, code } = await shell.run(['login', '--no-prompt'], { tty: true })
    expect(code).toBe(2)
    expect(stderr).toContain('Pass --email.')
  })
  test('NO_COLOR and --no-color take the colours, a terminal alone has them', async () => {
    const coloured = await shell.run(['titels'], { tty: true, env: { NO_COLOR: '' } })
    expect(coloured.stderr).toContain('\u001b[31m✖')
    const plain = await shell.run(['titels', '--no-color'], { tty: true, env: { NO_COLOR: '' } })
    expect(plain.stderr).not.toContain('\u001b[')
  })
})
