import { contract, type Endpoint, type Noun, titles } from '@kinora/core'
import { describe, expect, test } from 'vitest'
import { toDataModule } from '../../../scripts/endpoint-data.ts'
import { findCircle } from '../acyclic.ts'

const file = '/packages/core/src/titles/endpoints.ts'
const load = async (source: string): Promise<Record<string, Noun>> =>
  await import(`data:text/javascript,${encodeURIComponent(source)}`)

describe('endpoints as data', () => {
  test('keep everything that goes on the wire', async () => {
    const nouns = Object.entries(contract).map(([name, noun]) => [name.replaceAll('-', '_'), noun] as const)
    const loaded = await load(toDataModule(file, Object.fromEntries(nouns)))
    for (const [name, noun] of nouns)
      for (const [verb, { summary, input, output, created, scope, wireNames, ...sent }] of Object.entries(
        noun as Noun,
      )) {
        const { output: answer, wireNames: names, ...data } = loaded[name]![verb]!
        expect(data, `${name}.${verb}`).toEqual(JSON.parse(JSON.stringify(sent)))
        expect(answer).toEqual('kind' in output ? output : {})
        expect(names()).toEqual(wireNames())
      }
  })

  test.each([
    ['a schema', { titles, TitlePage: titles.search.output }],
    ['a constant', { titles, PAGE: 5 }],
    ['a function', { titles, toPage() {} }],
    [
      'a noun with something that is no endpoint',
      { titles: { ...titles, name: 'titles' } as unknown as Record<string, Endpoint> },
    ],
  ])('%s beside them fails the build', (_, exported) => {
    expect(() => toDataModule(file, exported)).toThrow(`${file}: `)
  })
})

test.each([
  [{ first: ['parts'], parts: ['phrase'], phrase: ['parts'], last: [] }, ['parts', 'phrase', 'parts']],
  [{ first: ['second', 'third'], second: ['third'], third: [] }, undefined],
])('chunks that import each other fail the build: %j', (imports, circle) =>
  expect(findCircle(new Map(Object.entries(imports)))).toEqual(circle),
)
