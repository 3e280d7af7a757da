import { isBlank } from '../kernel/field-rules.ts'
import type { SecretState } from '../kernel/fields.ts'
import type { FieldChange } from './compare.ts'
import { type Planning, refuse, type Work } from './planning.ts'
import type { SecretReference } from './schema.ts'

/** What a plan shows in place of a secret. */
export type ShownSecret = { secret: 'stored' } | { secret: 'env'; name: string } | { secret: 'prompt' }

export interface PlannedSecrets {
  /** For the rules: secrets as they will be sent, one that is asked for later as any that fits. */
  draft: Record<string, string | null>
  changes: FieldChange[]
  /** What is sent. */
  values(work: Work): Record<string, string | null>
}

type References = Readonly<Record<string, SecretReference | null | undefined>>
/** Of some secrets it is only known that there is one. */
type States = Readonly<Record<string, SecretState | boolean>>

/** Long enough for every rule of a password and a secret. */
const ANY = 'Asked-for-1-later'

/** C-124: secrets that are set, replaced or removed; one that can't be told from the stored one stays, unless they are renewed. */
export function planSecrets(
  planning: Planning,
  prefix: string,
  { references, states }: { references: References; states: States },
): PlannedSecrets {
  const draft: Record<string, string | null> = {}
  const changes: FieldChange[] = []
  const sent = new Map<string, { reference: SecretReference | null; path: string }>()
  for (const [field, reference] of Object.entries(references)) {
    if (reference === undefined) continue
    const path = `${prefix}.${field}`
    const state = states[field] ?? false
    const isStored = state !== null && state !== false
    const before = isStored ? { before: { secret: 'stored' } satisfies ShownSecret } : {}
    if (reference === null) {
      if (!isStored) continue
      draft[field] = null
      changes.push({ path: field, ...before })
      sent.set(field, { reference, path })
      continue
    }
    const value = 'env' in reference ? variable(planning, reference.env) : undefined
    if (isStored && !planning.options.renewSecrets && !isOther(value, state)) {
      planning.kept.push(path)
      continue
    }
    draft[field] = value ?? ANY
    if ('prompt' in reference) planning.prompts.push(path)
    else if (value === undefined)
      refuse(planning, '', [{ path, code: 'tenantFile.envMissing', params: { name: reference.env } }])
    changes.push({ path: field, ...before, after: shownOf(reference) })
    sent.set(field, { reference, path })
  }
  const values = ({ secrets }: Work) =>
    Object.fromEntries(
      [...sent].map(([field, { reference, path }]) => {
        if (reference === null) return [field, null]
        return [field, 'env' in reference ? variable(planning, reference.env)! : secrets.get(path)!]
      }),
    )
  return { draft, changes, values }
}

function shownOf(reference: SecretReference): ShownSecret {
  return 'env' in reference ? { secret: 'env', name: reference.env } : { secret: 'prompt' }
}

function variable({ ports }: Planning, name: string): string | undefined {
  const value = ports.environment(name)
  return isBlank(value) ? undefined : value!.trim()
}

/** From this length on the server shows how a secret ends. */
const SHOWN_FROM = 12

/** Whether a secret is certainly not the stored one, by how that ends. */
function isOther(value: string | undefined, state: SecretState | boolean): boolean {
  if (value === undefined || state === null || typeof state === 'boolean') return false
  return state.endsWith !== (value.length >= SHOWN_FROM ? value.slice(-4) : '')
}
