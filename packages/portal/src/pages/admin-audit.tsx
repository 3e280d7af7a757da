import { Role } from '@kinora/core'
import { AuditLog, useUser } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** † decision 0056; customer support has reports in place of the Content tab to go back to (NAV-53). */
export function AdminAuditPage() {
  const isAdmin = useUser().role === Role.Admin
  return <AuditLog location={useRouterLocation()} backHref={isAdmin ? '/admin' : '/admin/report'} />
}
