import type { Endpoint, Page } from '@kinora/core'
import type { Reading } from './form-state.tsx'
import { useRead } from './use-read.ts'

/** A row of any noun. */
export type RowValues = Record<string, unknown>

export interface RowReading {
  row: RowValues | undefined
  reading: Reading
  /** Reads it once more; throws where that fails. */
  refresh(): Promise<RowValues | undefined>
}

/** One of the tenant’s rows, read by itself or found by its id in the list of its noun; without an id nothing is read. */
export function useRow(
  { list, view }: { list: Endpoint; view?: Endpoint },
  tenantId: string | undefined,
  key: { name: string; id?: string | undefined },
): RowReading {
  const asked = view === undefined ? { tenantId, take: -1 } : { tenantId, [key.name]: key.id }
  const reading = useRead(view ?? list, asked, { enabled: key.id !== undefined })
  const find = (page: unknown) =>
    (page as Page<RowValues> | undefined)?.data.find(row => row[key.name] === key.id)
  return {
    row: find(reading.data),
    reading,
    refresh: () => reading.refetch({ throwOnError: true }).then(({ data }) => find(data)),
  }
}
