/** Nouns by their names in the contract. */
type Reads = Readonly<Record<string, readonly string[]>>

/**
 * Which nouns an answer is made of besides its own: a write to one of them makes it old. Said once for all screens and acts, so
 * that none has to know who else shows what it writes.
 */
export const derivedFrom: Reads = {
  'site-changes': [
    'titles',
    'title-jobs',
    'deleted-titles',
    'publishing',
    'channels',
    'collections',
    'events',
  ],
  readiness: [
    'tenants',
    'web-settings',
    'app-settings',
    'site',
    'terms',
    'channels',
    'publishing',
    'providers',
    'collections',
  ],
  live: ['events'],
}

/** The nouns whose answers a write to that noun makes old, the noun itself among them. */
export const touchedBy = (noun: string): readonly string[] => [
  noun,
  ...Object.keys(derivedFrom).filter(derived => derivedFrom[derived]!.includes(noun)),
]
