import { tenants } from '@kinora/core'
import type { ReactNode } from 'react'
import { useRead } from '../kernel/use-read.ts'
import { BackLink } from '../ui/frame/back-link.tsx'

/** The way from a screen of one tenant back to all of them. */
export interface BackPlace {
  href: string
  label: string
}

/** C-88: a screen that stands among a tenant's own tabs bears its name, as the other tabs do, and leads back; else it is `title` alone. */
export function useOwnPage(
  title: string,
  { tenantID, back }: { tenantID: string | undefined; back: BackPlace | undefined },
): { title: string; back: ReactNode } {
  const isOwn = back !== undefined && tenantID !== undefined
  const { data } = useRead(tenants.view, { tenantID: tenantID ?? '' }, { enabled: isOwn })
  return {
    title: isOwn && data !== undefined ? `${data.name}: ${title}` : title,
    back: back && <BackLink href={back.href}>{back.label}</BackLink>,
  }
}
