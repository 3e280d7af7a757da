import { batches, decideRoute, Role } from '@kinora/core'
import { useActingTenant, useRead, useSituation } from '@kinora/react'

/** Batches that are looked at: the newest. */
const LOOKED_AT = 20

/** The newest bulk uploads of whoever may have them. */
export function useHomeBatches(refetchInterval: number | false = false) {
  const situation = useSituation()
  const tenantId = useActingTenant()?.tenantId
  const isOpen = situation !== undefined && decideRoute('/media/bulkUpload', situation)?.kind === 'open'
  const named = situation?.role === Role.Support ? { tenantId } : {}
  const { data } = useRead(
    batches.list,
    { ...named, take: LOOKED_AT, page: 1 },
    { enabled: isOpen, refetchInterval },
  )
  return data?.data ?? []
}
