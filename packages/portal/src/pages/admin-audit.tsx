import { Role } from '@kinora/core'
import { AuditLog, type AuditRowHref, useRouteContext, useUser } from '@kinora/react'
import { useCallback } from 'react'
import { rowHrefFor } from '../router/row-hrefs.ts'
import { useRouterLocation } from '../shell/location.ts'

/** † decision 0056; customer support has reports in place of the Content tab to go back to (NAV-53). */
export function AdminAuditPage() {
  const isAdmin = useUser().role === Role.Admin
  const routeContext = useRouteContext()
  const rowHref = useCallback<AuditRowHref>(row => rowHrefFor(routeContext, row), [routeContext])
  return (
    <AuditLog
      location={useRouterLocation()}
      backHref={isAdmin ? '/admin' : '/admin/report'}
      rowHref={rowHref}
    />
  )
}
