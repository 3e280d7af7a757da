import { describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './kernel/endpoint.ts'
import { errorTable } from './kernel/errors.ts'
import { createMessages, en } from './messages/index.ts'

const endpoints: Endpoint[] = Object.values(contract).flatMap(group => Object.values(group) as Endpoint[])

describe('the contract as a whole (PKG-02, API-100)', () => {
  test('ids are unique and say noun.verb', () => {
    const ids = endpoints.map(endpoint => endpoint.id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const id of ids) expect(id).toMatch(/^[a-z-]+\.[a-zA-Z]+$/)
  })
  test('method and path are unique, aliases included', () => {
    const keys = endpoints
      .flatMap(endpoint => [endpoint, ...endpoint.aliases])
      .map(({ method, path }) => `${method} ${path}`)
    expect(new Set(keys).size).toBe(keys.length)
  })
  test('every key of a path, query, header or body is part of the input', () => {
    for (const endpoint of endpoints) {
      const keys = Object.keys(endpoint.input.shape)
      const named = [
        ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!),
        ...endpoint.query,
        ...Object.values(endpoint.headers),
      ]
      for (const key of named) expect(keys, endpoint.id).toContain(key)
    }
  })
})

describe('ERR-19: texts', () => {
  test('every error code has a text', () => {
    for (const row of Object.values(errorTable)) expect(en[row.text]).toBeTypeOf('string')
  })
  test('I18N-03 a text can be replaced while running, and subscribers hear of it', () => {
    const messages = createMessages(en)
    let told = 0
    messages.subscribe(() => {
      told += 1
    })
    messages.setTranslation('loginPage.title', 'Portal')
    expect([messages.text('loginPage.title'), told]).toEqual(['Portal', 1])
    expect(createMessages(en).text('loginPage.title')).toBe('Partner Portal')
  })
  test('I18N-07 keys are addressable by name', () => {
    expect(createMessages(en).text('loginPage.loginErrors')).toBe(
      'Incorrect email address or password, please try again.',
    )
  })
})
