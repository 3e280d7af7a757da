import { adminTabs, Role } from '@kinora/core'
import { Reports, useUser } from '@kinora/react'
import { useRouterLocation } from '../shell/location.ts'

/** NAV-04, NAV-53: the only tab of customer support, to whom no Content tab leads to the audit log. */
export function AdminReportsPage() {
  const { role } = useUser()
  return (
    <Reports
      tabs={adminTabs(role)}
      location={useRouterLocation()}
      auditHref={role === Role.Support ? '/admin/audit' : undefined}
    />
  )
}
