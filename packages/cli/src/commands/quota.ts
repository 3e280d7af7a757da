import { type Quota, quotas, toMegabytes } from '@kinora/core'
import type { Command } from 'commander'
import { safe } from '../kernel/cells.ts'
import { addExamples } from '../kernel/examples.ts'
import { namesOf, printing } from '../kernel/json-fields.ts'
import type { Session } from '../kernel/session.ts'

const quotaFields = namesOf<Quota>({ used: true, limits: true })

/** What the account's tenant or provider has, and may have. */
export function addQuota(command: Command, session: Session): void {
  command.hook('preAction', printing(session, quotaFields)).action(() => showQuota(session))
  addExamples(command, ['', '--json used'])
}

async function showQuota(session: Session): Promise<void> {
  const quota = await (await session.send())(quotas.show, {})
  const { used, limits } = quota
  const row = (value: number, limit: number | null, show: (value: number) => string): string =>
    limit === null ? show(value) : safe`${show(value)} of ${show(limit)}`
  session.print.record(quota, [
    ['titles', row(used.titles, limits.titles, String)],
    ['storage', row(used.bytes, limits.bytes, toMegabytes)],
    ['open uploads', row(used.openUploads, limits.openUploads, String)],
    ['pictures, last 24 h', row(used.images, limits.images, String)],
  ])
}
