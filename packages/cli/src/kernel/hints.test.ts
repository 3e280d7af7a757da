import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { contextFlags, inContext, listFor, listOfNames, loginCommand, quoted, quotedPath } from './hints.ts'
import type { Session } from './session.ts'

test.each([
  ['--url http://a.test schedule create --title List', 'kinora schedule list', 'kinora schedule list'],
  ['members import crew.csv', 'kinora members imports', 'kinora members list'],
  ['collections classes add TAG', 'kinora collections classes list TAG', 'kinora collections list'],
  ['captions add TAG a.vtt', 'kinora captions list TAG', 'kinora titles list'],
  ['titles jobs watch 9', 'kinora titles jobs list', 'kinora titles jobs list'],
  ['titles jobs publish TAG', 'kinora titles jobs list', 'kinora titles list'],
  ['titles revert TAG 42', 'kinora history TAG', 'kinora history TAG'],
  ['members process 9', 'kinora members imports', 'kinora members imports'],
  ['favourites add TAG', 'kinora favourites list', 'kinora titles list'],
  ['site remove custom --tag T', 'kinora site show custom', 'kinora site show custom'],
  ['playback status 9', undefined, undefined],
  ['doctor', undefined, undefined],
])('CLI lists: %s', (line, changed, named) => {
  const args = line.split(' ')
  expect([listFor(args), listOfNames(args)]).toEqual([changed, named])
})

test.each([
  [
    'See how it stands: kinora titles list',
    'See how it stands: kinora --profile staging --url http://a.test titles list',
  ],
  [
    'See kinora channels list, kinora completion --values labels',
    'See kinora --profile staging --url http://a.test channels list, kinora --profile staging --url http://a.test completion --values labels',
  ],
  [
    'Sign in: kinora login --profile staging --url http://a.test',
    'Sign in: kinora login --profile staging --url http://a.test',
  ],
  [
    'Sign in: kinora login --url http://b.test',
    'Sign in: kinora --profile staging login --url http://b.test',
  ],
  ["Remove 'my kinora film.mp4', or stop Kinora", "Remove 'my kinora film.mp4', or stop Kinora"],
  [
    "Go on: kinora titles upload 'a kinora film.mp4' --url http://a.test",
    "Go on: kinora --profile staging titles upload 'a kinora film.mp4' --url http://a.test",
  ],
])('CLI a Fix line goes where the command went: %s', (how, told) => {
  expect(inContext(how, ' --profile staging --url http://a.test')).toBe(told)
  expect(inContext(how, '')).toBe(how)
})

test.each([
  ['kinora login', 'kinora --profile staging login'],
  [
    'chmod 600 tokens.json, then kinora logout',
    'chmod 600 tokens.json, then kinora --profile staging logout',
  ],
  ['kinora titles list', 'kinora --profile staging --tenant acme titles list'],
  ['kinora accounts list --data platform', 'kinora accounts list --data platform'],
  ['kinora serve', 'kinora serve'],
])('CLI no command gets a flag that is not for it: %s', (how, told) => {
  expect(inContext(how, ' --profile staging --tenant acme')).toBe(told)
})

test('CLI a sign-in is not told to remember the tenant of one command', () => {
  const session = {
    profile: { name: 'staging', isFlag: true },
    options: { url: 'http://a.test', tenant: 'acme' },
    isUrlNamed: true,
    isTenantNamed: true,
  } as Session
  expect(loginCommand(session)).toBe('kinora login --profile staging --url http://a.test')
  expect(contextFlags(session)).toBe(' --profile staging --url http://a.test --tenant acme')
})

test('a path that begins with a hyphen is no option', () => {
  expect(['-y', 'a-y', '-it’s'].map(quotedPath)).toEqual(['./-y', 'a-y', "'./-it’s'"])
})

test.each([
  ['a.csv', 'a.csv'],
  ["it's new.csv", `'it'\\''s new.csv'`],
  ["it's\nnew.csv", String.raw`$'it\'s\012new.csv'`],
  ['C:\\a\tb', String.raw`$'C:\\a\011b'`],
  ['gpj.\u202Evsc', String.raw`$'gpj.\342\200\256vsc'`],
])('a name is quoted as a shell reads it back: %j', (name, word) => {
  expect(quoted(name)).toBe(word)
  const read = spawnSync('bash', ['-c', `printf %s ${word}`])
  if (read.error === undefined && read.status === 0) expect(read.stdout.toString()).toBe(name)
})
