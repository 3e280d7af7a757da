import { contract, type Endpoint, isBinary } from '@kinora/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { answerFields } from '../src/kernel/verb.ts'
import { sharedPlatform, type TestPlatform } from './platform.ts'
import { createShell } from './shell.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await sharedPlatform()
})

/** Every command that prints JSON, with the least it needs. */
const commands = [
  'whoami',
  'profiles',
  'titles list',
  'titles show T',
  'titles watch T',
  'titles create --title Yoga',
  'titles edit T --title Yoga',
  'titles publish T',
  'titles unpublish T',
  'titles retry T',
  'titles delete T --yes',
  'titles upload x.mp4 --title Yoga',
  'titles bulk check x.csv',
  'titles bulk run x.csv',
  'titles bulk run x.csv --dry-run',
  'titles bulk resume',
  'titles bulk apply x.json',
  'titles bulk retry --failed',
  'titles bulk undo --yes',
  'titles bulk status',
  'titles bulk results',
  'labels list',
  'labels show L',
  'labels create --name Sled',
  'focus-areas edit F --active',
  'labels delete L --yes',
  'batches list',
  'batches show B',
  'batches add x.csv',
  'batches add x.csv --dry-run',
  'batches add x.csv --process',
  'batches process B --watch',
  'batches watch B',
  'batches results B',
  'reviews list',
  'favourites list',
  'views list',
  'favourites add T',
  'api',
  'api titles.search',
  'doctor',
]

describe('--json with a field that is not there', () => {
  test.each(commands)('%s: exit code 2 before anything is done', async command => {
    const { code, stdout, stderr } = await createShell('http://127.0.0.1:9').run([
      ...command.split(' '),
      '--json',
      'tag,nonsense',
    ])
    expect([code, stdout, stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/Unknown field (nonsense|tag)\n.*Fields: \w/),
    ])
  })

  test('beside codes and odd spellings of the wire stand readable names', async () => {
    const codes = ['role', 'videoStatus', 'trailerStatus', 'contentType', 'mediaType', 'providerType']
    const odd = await Promise.all(
      commands
        .filter(command => !command.startsWith('api'))
        .map(async command => {
          const args = [...command.split(' '), '--json', 'nonsense']
          const { stderr } = await createShell('http://127.0.0.1:9').run(args)
          const known = /Fields: (.*)/.exec(stderr)![1]!.split(', ')
          const isTitle = known.includes('status') && !known.includes('batchId')
          const readable = (field: string) => {
            if (codes.includes(field) || (field === 'status' && isTitle)) return `${field}Name`
            const camel = field
              .replace(/ID$/, 'Id')
              .replace(/^Is([A-Z])|^([A-Z])/, (_, a, b) => (a ?? b).toLowerCase())
            return camel
          }
          return known
            .map(readable)
            .filter(name => !known.includes(name))
            .map(name => `${command}: ${name}`)
        }),
    )
    expect(odd.flat()).toEqual([])
    const shell = await platform.signedIn('tenant')
    const shown = async (...args: string[]) => JSON.parse((await shell.run(args)).stdout)
    const names = 'status,statusName,badge,badgeText,phrase,contentTypeName,migrating,autoPublish,providerId'
    const { tag } = await shown('titles', 'create', '--title', 'Named', '--json')
    expect(await shown('titles', 'show', tag, '--json', names)).toMatchObject({
      ...{
        status: 6,
        statusName: 'incomplete',
        badge: 'Incomplete',
        badgeText: 'incomplete',
        phrase: 'No file: upload one',
        contentTypeName: 'video',
        migrating: false,
        autoPublish: false,
      },
    })
    expect(await shown('whoami', '--json', 'role,roleName')).toEqual({ role: 2, roleName: 'tenant' })
  })

  test('nothing is created; the same command with a known field creates it', async () => {
    const shell = await platform.signedIn('tenant')
    const create = (field: string) => shell.run(['titles', 'create', '--title', 'Fields', '--json', field])
    const list = () => shell.run(['titles', 'list', '--query', 'Fields', '--json', 'className'])
    expect((await create('nonsense')).code).toBe(2)
    expect((await list()).stdout).toBe('[]\n')
    expect((await shell.run(['titles', 'list', '--query', 'Fields', '--json', 'nonsense'])).code).toBe(2)
    expect(JSON.parse((await create('created')).stdout)).toEqual({ created: true })
    expect(JSON.parse((await list()).stdout)).toEqual([{ className: 'Fields' }])
  })

  test('--jq filters what every command prints, and is checked before anything is done', async () => {
    const shell = await platform.signedIn('tenant')
    const wrong = await shell.run(['titles', 'create', '--title', 'Never made', '--jq', '.['])
    expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([
      2,
      '',
      expect.stringMatching(/--jq: syntax.*\n.*Quote/),
    ])
    expect((await shell.run(['titles', 'list', '--query', 'Never made', '--jq', 'length'])).stdout).toBe(
      '0\n',
    )
    expect((await shell.run(['whoami', '--json', 'email,role', '--jq', 'keys'])).stdout).toBe(
      '["email","role"]\n',
    )
    expect((await shell.run(['api', 'session.verify', '--jq', '.user.role'])).stdout).toBe('2\n')
    expect((await shell.run(['api', 'session.verify', '--json-lines'])).stdout).toMatch(/^\{.*\}\n$/)
    expect(await shell.run(['whoami', '--jq', '.[0]'])).toMatchObject({ code: 1, stdout: '' })
  })

  test('an endpoint that changes something says beforehand what it answers', () => {
    const endpoints: Endpoint[] = Object.values(contract).flatMap(noun => Object.values(noun))
    const unsaid = endpoints.filter(
      ({ method, output }) => method !== 'GET' && !isBinary(output) && answerFields(output) === undefined,
    )
    // It has no answer at all.
    expect(unsaid.map(({ id }) => id)).toEqual(['session.logout'])
  })
})
