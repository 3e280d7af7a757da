import { Role } from '@kinora/core'
import { QuotaCard, useActingTenant, useUser } from '@kinora/react'

/** Customer support has a quota to look at once it has chosen a tenant. */
export default function HomeQuota() {
  const isSupport = useUser().role === Role.Support
  const tenant = useActingTenant()
  return <QuotaCard enabled={!isSupport || tenant !== undefined} />
}
