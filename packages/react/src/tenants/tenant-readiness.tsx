import { appSettings, channels, type TenantSettings, terms, webSettings } from '@kinora/core'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { Checklist, type ChecklistItem } from '../ui/status/checklist.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import type { TenantTabHrefs } from './tenant-tabs.tsx'
import { useTenantTexts } from './texts.ts'

export interface TenantReadinessProps {
  settings: TenantSettings
  hrefs: TenantTabHrefs | undefined
}

/** What a tenant still needs before its site can go live, each with the way there. Web and app settings count once they were saved: incomplete ones can't be. */
export function TenantReadiness({ settings, hrefs }: TenantReadinessProps) {
  const { text } = useTenantTexts()
  const { tenantID, activatedProducts, languageCodes } = settings
  const hasWeb = activatedProducts.includes('Web')
  const hasApp = activatedProducts.includes('Mobile App')
  const web = useRead(webSettings.view, { tenantID }, { enabled: hasWeb })
  const app = useRead(appSettings.view, { tenantID }, { enabled: hasApp })
  const files = useRead(terms.versions, { tenantId: tenantID })
  const supply = useRead(channels.search, { take: -1 })
  const readings = [...(hasWeb ? [web] : []), ...(hasApp ? [app] : []), files, supply]
  if (readings.some(({ error, data }) => error !== null && data === undefined)) return null
  if (readings.some(({ data }) => data === undefined))
    return (
      <Card title={text('ui.tenants.ready')} aria-busy>
        <Skeleton height={96} />
      </Card>
    )
  const places = hrefs?.(tenantID) ?? {}
  const current = files.data?.data.reduce((newest, { version }) => Math.max(newest, version), 0)
  const covered = languageCodes.filter(tag =>
    files.data?.data.some(file => file.version === current && file.languageCode === tag),
  ).length
  const isSupplied = supply.data?.data.some(({ active, tenants }) => active && tenants.includes(tenantID))
  const part = (id: 'web' | 'app', version: number | null | undefined): ChecklistItem => ({
    id,
    label: text(`ui.tenants.tab.${id}`),
    done: typeof version === 'number',
    href: places[id],
  })
  const items: ChecklistItem[] = [
    { id: 'general', label: text('ui.tenants.tab.general'), done: true },
    ...(hasWeb ? [part('web', web.data?.version)] : []),
    ...(hasApp ? [part('app', app.data?.version)] : []),
    {
      id: 'terms',
      label: text('ui.tenants.readyTerms'),
      href: places.terms,
      done: covered === languageCodes.length,
      hint: text('ui.tenants.readyTermsOf', { count: covered, all: languageCodes.length }),
    },
    {
      id: 'channel',
      label: text('ui.tenants.readyChannel'),
      href: places.publishing,
      done: isSupplied === true,
    },
  ]
  const done = items.filter(item => item.done).length
  return (
    <Card className="kn-card-dense">
      <Checklist
        title={text('ui.tenants.ready')}
        countText={text('ui.tenants.readyCount', { done, all: items.length })}
        doneText={text('ui.tenants.readyDone')}
        missingText={text('ui.tenants.readyMissing')}
        items={items}
      />
    </Card>
  )
}
