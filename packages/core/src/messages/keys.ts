import type { Catalogue } from './catalogue.ts'

/** KEY-01, KEY-02: keys for machines, as server and command line say it. */
export const keyTexts = {
  'key.rights': 'Choose at least one right.',
  'key.network': 'Networks are addresses such as 192.0.2.7, or ranges such as 10.0.0.0/8.',
  'key.endsOn': 'The last day must be between {{first}} and {{last}}: a key is good for two years at most.',
  'key.oldEndsAt': 'The old secret can stay good for seven days at most, and no longer than the key.',
  'key.noTenants': 'A key of a provider names no tenants.',
  'key.tooMany': 'You have {{max}} keys. Revoke one that nothing uses.',
  'key.over': 'This key is revoked or has ended. Create a new one.',
  'key.wrong': 'This isn’t a key of this server. Check that it was copied whole.',
  'key.revoked': 'This key was revoked.',
  'key.ended': 'This key has ended. Create a new one.',
  'key.maker':
    'The account that made this key was closed or changed. Create a new key with the account of today.',
  'key.noRight': 'This key may not do this. It takes the right {{rights}}.',
  'key.never': 'No key may do this. Sign in as a person.',
  'key.elsewhere': 'This key may not be used from this network.',
  'key.tooFast': 'This key has made too many calls. Wait as long as Retry-After says.',
} as const satisfies Catalogue
