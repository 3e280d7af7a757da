import type { MemberImport } from '@kinora/core'
import { memberColumns } from '@kinora/core/bulk'
import { until } from '../../../../scripts/patience.ts'
import type { TestApi } from '../titles/support.ts'

export type Cells = Partial<Record<(typeof memberColumns)[number], string>>
export const tenantId = 'pulsehouse'

/** A file of members with the template's header. */
export function membersFile(rows: readonly Cells[], name = 'autumn.csv'): File {
  const lines = rows.map(row => memberColumns.map(column => row[column] ?? '').join(','))
  return new File([[memberColumns.join(','), ...lines].join('\n')], name, { type: 'text/csv' })
}

export const person = (nth: number | string, more: Cells = {}): Cells => ({
  ...{ externalUserId: `m-${nth}`, name: `Member ${nth}`, email: `m${nth}@site.example`, ...more },
})

/** The import once nothing moves any more. */
export async function settled(api: TestApi, fileId: string): Promise<MemberImport> {
  return until(`import ${fileId} is over`, async () => {
    const found = await api['member-imports'].fetch({ tenantId, fileId })
    return found.status !== 'Processing' && !found.isFinishing && found
  })
}

export async function importAll(api: TestApi, file: File): Promise<MemberImport> {
  const { fileId } = await api['member-imports'].upload({ tenantId, file })
  await api['member-imports'].process({ tenantId, fileId })
  return settled(api, fileId)
}

export const resultsOf = async (api: TestApi, fileId: string) =>
  (await api['member-imports'].results({ tenantId, fileId, take: -1 })).data
export const textOf = (body: unknown): Promise<string> => new Response(body as BodyInit).text()
