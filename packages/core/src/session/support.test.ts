import { describe, expect, test } from 'vitest'
import { type SupportFact, toSupportHref } from './support.ts'

const facts: SupportFact[] = [
  { name: 'account', label: 'Account', value: 'ada+1@studio.example' },
  { name: 'tenant', label: 'Tenant', value: 'Müller & Söhne (id 7)' },
  { name: 'page', label: 'Page', value: 'https://kinora.example/schedule' },
]

describe('C-148 the way to a support ticket', () => {
  test('an address gets account, tenant and page as parameters, and keeps its own', () => {
    const href = toSupportHref('https://help.example/new?form=12&tenant=fixed#top', 'Help', facts)
    const url = new URL(href)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      form: '12',
      tenant: 'fixed',
      account: 'ada+1@studio.example',
      page: 'https://kinora.example/schedule',
    })
    expect(url.hash).toBe('#top')
  })

  test('a mail gets a subject and a body, in which a space is no plus', () => {
    const href = toSupportHref('mailto:help@studio.example', 'A support ticket', facts)
    expect(href).toMatch(/^mailto:help@studio\.example\?subject=A%20support%20ticket&body=/)
    expect(href).not.toContain('+')
    expect(new URL(href).searchParams.get('body')).toBe(
      '\r\n\r\nAccount: ada+1@studio.example\r\nTenant: Müller & Söhne (id 7)\r\nPage: https://kinora.example/schedule',
    )
  })
})
