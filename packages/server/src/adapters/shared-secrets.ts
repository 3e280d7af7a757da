import { hkdfSync } from 'node:crypto'
import { KinoraError } from '@kinora/core'
import { sql } from 'drizzle-orm'
import { rowsOf } from '../kernel/db/queries.ts'
import type { Database } from '../ports/db.ts'
import type { Log } from '../ports/runtime.ts'

/** The secrets of a platform by their variables; that of the media where a CDN serves them. */
type Secrets = Record<'KINORA_SECRET' | 'KINORA_SECRET_KEY', Uint8Array> & {
  KINORA_MEDIA_SECRET?: Uint8Array
}

/**
 * OPS-06: all servers of a database have the same secrets. The first one records their fingerprints; another one with other secrets
 * would sign out everybody whom it answers, couldn’t read customers’ keys, or would sign media that a CDN refuses. Throws `conflict`, having
 * changed nothing. With `isChanged` they are others from now on; where they are the same the log says that the setting was left on.
 */
export async function assertSharedSecrets(
  db: Database,
  secrets: Secrets,
  { isChanged, log }: { isChanged: boolean; log: Log },
): Promise<void> {
  await db.transaction(async tx => {
    const differing = await record(tx, secrets, { isChanged, log })
    if (differing.length > 0) throw differ(differing)
  })
}

/** Records what has no fingerprint yet, and answers the names of those that are others than before. */
async function record(
  db: Database,
  secrets: Secrets,
  { isChanged, log }: { isChanged: boolean; log: Log },
): Promise<string[]> {
  const differing: string[] = []
  let isLeftOn = isChanged
  for (const [name, secret] of Object.entries(secrets)) {
    const fingerprint = fingerprintOf(secret)
    const kept = isChanged ? sql`excluded.fingerprint` : sql`secret_fingerprints.fingerprint`
    const [row] = await rowsOf<{ fingerprint: string; former: string | null }>(
      db,
      sql`WITH former AS (SELECT fingerprint FROM secret_fingerprints WHERE name = ${name})
        INSERT INTO secret_fingerprints (name, fingerprint) VALUES (${name}, ${fingerprint})
        ON CONFLICT (name) DO UPDATE SET fingerprint = ${kept}
        RETURNING fingerprint, (SELECT fingerprint FROM former) AS former`,
    )
    isLeftOn &&= row!.former === fingerprint
    if (row!.fingerprint !== fingerprint) differing.push(name)
  }
  if (isLeftOn)
    log.warn(
      {},
      'KINORA_SECRET_CHANGED is on though no secret has changed: take it away, as it lets a server with other secrets start',
    )
  return differing
}

const differ = (differing: readonly string[]) =>
  new KinoraError('conflict', {
    detail: `This server has another ${differing.join(' and ')} than the servers of this database had before. Give all of them the same; without the variables each makes secrets of its own in its data folder, as the files secret and secret.key. If they were changed on purpose, start once with KINORA_SECRET_CHANGED=on, while no other server runs: with another KINORA_SECRET everybody signs in again, what another KINORA_SECRET_KEY sealed can’t be read, and a CDN has to know another KINORA_MEDIA_SECRET.`,
  })

/** Whether a server has recorded any: not on an empty database, nor on one of an older version. */
export async function hasFingerprints(db: Database): Promise<boolean> {
  const [row] = await rowsOf<{ is: boolean }>(
    db,
    sql`SELECT to_regclass('public.secret_fingerprints') IS NOT NULL AS is`,
  )
  return row!.is
}

/** Says nothing of the secret. */
const fingerprintOf = (secret: Uint8Array): string =>
  Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), 'kinora fingerprint', 16)).toString('base64url')
