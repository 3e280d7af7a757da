import { describe, expect, test } from 'vitest'
import { createMessages } from '../kernel/messages.ts'
import { en } from '../messages/en.ts'
import { parseTenantFile, type TenantFileProblem, toProblems } from './index.ts'

const messages = createMessages(en)
/** `3:5 general.nam: … Did you mean …?` */
const told = (text: string): string[] => {
  const parsed = parseTenantFile(text)
  return toProblems(parsed, parsed.issues, messages).map(toLine)
}
const toLine = ({ line, column, path, what, mend }: TenantFileProblem): string =>
  `${line}:${column} ${path}: ${what} ${mend}`

test('C-84 categories of a tenant that shows the platform’s are told to be removed', () => {
  const parsed = parseTenantFile('id: acme\ncategories:\n  - name: { default: Flow }')
  const [problem] = toProblems(parsed, [{ path: 'categories', code: 'category.ownHidden' }], messages)
  expect(problem).toMatchObject({ line: 2, path: 'categories', mend: 'Remove this part.' })
})

describe('TENANT-33 a tenant’s file: what is wrong says its place, the field and how to mend it', () => {
  test.each([
    ['', '1:1 : The file is empty. Begin with that of another tenant: kinora tenants export ID'],
    ['general:\n  nam: Acme', '2:3 general.nam: nam is not a known field Did you mean "name"?'],
    [
      'labels:\n  - name: Express\n    colour: red',
      '3:5 labels.0.colour: colour is not a known field Known here: id, name, isActive.',
    ],
    [
      'general:\n  customerNumber: 9',
      '2:3 general.customerNumber: Customer number must be text Put text in quotes: "9".',
    ],
    [
      'general:\n  connect: livee',
      '2:3 general.connect: Connect must be one of: ondemand, live, both, none Did you mean "live"?',
    ],
    [
      'general:\n  customerNumber: 0042',
      '2:3 general.customerNumber: Customer number must be text Put text in quotes: "0042".',
    ],
    ['channels:\n  - name: Flow', '2:5 channels.0.provider: Required Provider Add provider.'],
    [
      'web:\n  secretKey: sk_live_1',
      '2:3 web.secretKey: A secret never stands in the file itself Write secretKey: { env: NAME } or secretKey: { prompt: true }.',
    ],
    [
      'site:\n  web:\n    primaryColor: blue',
      '3:5 site.web.primaryColor: Write the colour as # and six digits or letters up to F, such as #1F6FEB. Correct it.',
    ],
    [
      'general:\n  languageCodes: 3',
      '2:3 general.languageCodes: Language codes must be a list Write a list: [3].',
    ],
    [
      'general:\n  activatedProducts: Web',
      '2:3 general.activatedProducts: Activated products must be a list Write a list: [Web].',
    ],
    [
      'labels:\n  name: Express',
      '1:1 labels: Labels must be a list Write a list: each entry on a line of its own that begins with a dash.',
    ],
    [
      'labels: [3]',
      '1:10 labels.0: Labels must be an object Write its fields below it, each on a line of its own: id, name, isActive.',
    ],
    [
      'terms:\n  title: T\n  files: a.html',
      '3:3 terms.files: Files must be an object Write its fields below it, each on a line of its own: de-DE.',
    ],
    [
      'labels:\n  - name: [Express]',
      '2:5 labels.0.name: Name must be text / an object Write a single text here.',
    ],
    [
      'labels:\n  - { name: Express, isActive: yes }',
      '2:22 labels.0.isActive: Is active must be true or false Write true or false, without quotes.',
    ],
    [
      'web:\n  numberOfMySubscriptionItemsOnHomePage: three',
      '2:3 web.numberOfMySubscriptionItemsOnHomePage: Number of my subscription items on home page must be a number Write a whole number, without quotes.',
    ],
    ['publishing: [9]', '1:14 publishing.0: Publishing must be text Put text in quotes: "9".'],
    [
      'general:\n  languageCodes: [de-DE, en-GB, de-DE]',
      '2:33 general.languageCodes.2: “de-DE” stands in the file twice Remove one of the two.',
    ],
    ['publishing: [Flow, Flow]', '1:20 publishing.1: “Flow” stands in the file twice Remove one of the two.'],
    ['general: !!js/function "x"', '1:10 : Tags that begin with ! are not read. Remove the tag.'],
    ['id: !env X', '1:5 : Tags that begin with ! are not read. Remove the tag.'],
  ])('%j', (text, line) => {
    expect(told(text)).toEqual([line])
  })

  test('a place in broken YAML; what stands there isn’t repeated, as it may be a secret', () => {
    const [line, ...more] = told('web:\n  secretKey: "sk_live_1" sk_live_2\n')
    expect([line, more]).toEqual([expect.stringMatching(/^2:\d+ : This is not YAML: /), []])
    expect(line).not.toContain('sk_live')
    expect(told('id: a\nid: b')[0]).toMatch(/^2:1 : This is not YAML: Map keys must be unique/)
  })

  test('a file full of keys that nobody knows is looked through at once', () => {
    const keys = Array.from({ length: 20_000 }, (_, index) => `k${index}: 1`)
    expect(told(keys.join('\n'))).toHaveLength(100)
    const more = told([...keys, 'k7: 2'].join('\n'))
    expect(more).toHaveLength(100)
    expect(more.at(-1)).toMatch(/^20001:1 : This is not YAML: Map keys must be unique/)
  })

  test('all of it in one round: a key twice, a tag, and fields that are wrong', () => {
    const lines = told('id: a\nid: b\ngeneral:\n  nam: x\n  connect: livee\n  name: !env X\nlabels: 3\n')
    expect(lines.map(line => line.split(': ')[0])).toEqual([
      '2:1 ',
      '4:3 general.nam',
      '5:3 general.connect',
      '6:9 ',
      '7:1 labels',
    ])
    expect(told('id: "a" b\nname: "c" d\n').map(line => line[0])).toEqual(['1', '2'])
  })

  test.each([
    ['general: { nam: x, timeZone: Mars }', ['general.timeZone'], ['general.name']],
    [
      'general: { connect: 3, languageTag: de-DE }\nterms: { title: T, files: {} }',
      ['general.languageTag', 'terms'],
      [],
    ],
    [
      'general: { languageCodes: 3, languageTag: de-DE, timeZone: Mars }\nterms: { title: T, files: {} }\nsite: {}',
      ['general.timeZone', 'site'],
      ['general.languageTag', 'terms'],
    ],
    ['general: { languageCodes: [de-DE, de-DE] }\nlabels: []', ['general.languageCodes', 'labels'], []],
    ['web: 3\napp: {}\nproviders: []', ['providers'], ['web', 'app']],
  ])(
    'what is wrong says nothing of what hangs on it, and the rest is looked at: %j',
    (text, certain, open) => {
      const { file, sound } = parseTenantFile(`id: acme\n${text}`)
      expect(file).toBeUndefined()
      const has = (path: string) =>
        path
          .split('.')
          .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], sound?.file)
      expect(certain.filter(path => !sound?.isCertain(path) || has(path) === undefined)).toEqual([])
      expect(open.filter(path => sound?.isCertain(path) || has(path) !== undefined)).toEqual([])
    },
  )

  test('where all may be meant otherwise, nothing is looked at', () => {
    for (const text of [
      'id: 3\nlabels: []',
      'id: a\ngeneral: { colour: red }',
      'general: { name: 3 }',
      'general: 3',
    ])
      expect(parseTenantFile(text).sound, text).toBeUndefined()
  })

  test('several are in the order of the file', () => {
    expect(told('web:\n  url: 1\ngeneral:\n  name: 2\n  nme: 3')).toHaveLength(3)
  })

  test('what is large, deep or names itself without end is refused, and no key reaches an object’s own', () => {
    expect(told('x'.repeat(1_000_001))).toEqual([expect.stringContaining('larger than 1000 kB')])
    expect(told(`id: ${'['.repeat(100_000)}`)).toEqual([expect.stringMatching(/nested too deeply|not YAML/)])
    const bomb = [
      'a: &a [1]',
      ...'bcdefghi'.split('').map((name, i) => `${name}: &${name} [${`*${'abcdefgh'[i]},`.repeat(9)}]`),
    ]
    expect(told(bomb.join('\n'))).toEqual([expect.stringContaining('nested too deeply')])
    expect(told('__proto__:\n  id: x\nid: y')).toEqual([expect.stringContaining('__proto__')])
    expect(({} as { id?: string }).id).toBeUndefined()
  })
})
