/** What a ticket says of itself before anybody writes a word: each by its name in an address and in words. */
export type SupportFact = { name: 'account' | 'tenant' | 'page'; label: string; value: string }

/**
 * C-148: the way to a support ticket with what is known filled in: parameters of an address, or subject and body of a mail.
 * What the address has of its own stays.
 */
export function toSupportHref(supportUrl: string, subject: string, facts: readonly SupportFact[]): string {
  const url = new URL(supportUrl)
  const isMail = url.protocol === 'mailto:'
  const lines = facts.map(({ label, value }) => `${label}: ${value}`)
  const filled: [string, string][] = isMail
    ? [
        ['subject', subject],
        ['body', `\r\n\r\n${lines.join('\r\n')}`],
      ]
    : facts.map(({ name, value }) => [name, value])
  const query = new URLSearchParams(url.search)
  for (const [name, value] of filled) if (!query.has(name)) query.set(name, value)
  // Mail programs show a plus as it stands.
  url.search = [...query].map(pair => pair.map(encodeURIComponent).join('=')).join('&')
  return url.href
}
