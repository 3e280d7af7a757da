import { quotas, quotaTexts, toMegabytes, toNumber } from '@kinora/core'
import { useTexts } from '../kernel/message.ts'
import { useRead } from '../kernel/use-read.ts'
import { Card } from '../ui/form/split-form.tsx'
import { ProgressBar } from '../ui/status/progress.tsx'

/** What is used of the quota; nothing is shown where there is none, or before customer support has chosen a tenant. */
export function QuotaCard({ enabled = true }: { enabled?: boolean }) {
  const { text, locale } = useTexts(quotaTexts)
  const quota = useRead(quotas.show, {}, { enabled })
  if (quota.data === undefined) return null
  const { used, limits } = quota.data
  const rows = [
    {
      name: 'bytes',
      used: used.bytes,
      limit: limits.bytes,
      show: (value: number) => toMegabytes(value, locale),
    },
    {
      name: 'titles',
      used: used.titles,
      limit: limits.titles,
      show: (value: number) => toNumber(value, locale),
    },
  ] as const
  const limited = rows.filter(row => row.limit !== null)
  if (limited.length === 0) return null
  return (
    <Card title={text('ui.quota.title')}>
      {limited.map(({ name, used, limit, show }) => (
        <ProgressBar
          key={name}
          label={text(`ui.quota.${name}`)}
          value={used / limit!}
          tone={used / limit! > 0.9 ? 'warning' : 'accent'}
          detail={text('ui.quota.of', { used: show(used), limit: show(limit!) })}
        />
      ))}
    </Card>
  )
}
