import { entitlements, type Title } from '@kinora/core'
import { useState } from 'react'
import { LoadFailed } from '../kernel/load-failed.tsx'
import { useRead } from '../kernel/use-read.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { LazyBoundary, lazyPart } from '../ui/lazy-part.tsx'
import { Checklist } from '../ui/status/checklist.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useEntitlementTexts } from './texts.ts'

const TitleChooser = lazyPart(async () => ({
  default: (await import('../class-chooser/class-chooser.tsx')).CollectionClassChooser,
}))

interface OfMember {
  tenantId: string
  userId: string
}

/** LIVE-08: whether the member may watch a title that is chosen, and every reason for and against. */
export function MemberEntitlement(member: OfMember) {
  const { text } = useEntitlementTexts()
  const [title, setTitle] = useState<Title>()
  const [open, setOpen] = useState(false)
  return (
    <Card
      title={text('ui.entitlement.title')}
      actions={<Button onClick={() => setOpen(true)}>{text('ui.choose.class')}</Button>}
    >
      <p className="kn-plain-soft">{text('ui.entitlement.help')}</p>
      {title === undefined ? null : <Answer {...member} title={title} />}
      {open ? (
        <LazyBoundary fallback={null}>
          <TitleChooser
            single
            tenantId={member.tenantId}
            onClose={() => setOpen(false)}
            onChoose={async ([chosen]) => {
              setTitle(chosen)
              return true
            }}
          />
        </LazyBoundary>
      ) : null}
    </Card>
  )
}

function Answer({ title, ...member }: OfMember & { title: Title }) {
  const { text } = useEntitlementTexts()
  const read = useRead(entitlements.explain, { ...member, titleTag: title.tag })
  if (read.error !== null) return <LoadFailed error={read.error} onRetry={() => void read.refetch()} />
  if (read.data === undefined) return <Skeleton height={96} />
  const { isAllowed, reasons } = read.data
  return (
    <>
      <p role="status">
        <bdi>{title.className}</bdi>:{' '}
        <strong>{text(isAllowed ? 'ui.entitlement.yes' : 'ui.entitlement.no')}</strong>
      </p>
      <Checklist
        title={text('ui.entitlement.reasons')}
        items={reasons.map(({ rule, isMet, finding, names }) => ({
          id: rule,
          label: text(`ui.entitlement.rule.${rule}`),
          done: isMet,
          hint: text(`ui.entitlement.${finding}`, { names: names.join(', ') }),
        }))}
        doneText={text('ui.entitlement.isMet')}
        missingText={text('ui.entitlement.isNotMet')}
      />
    </>
  )
}
