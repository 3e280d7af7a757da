import type { KinoraError } from '@kinora/core'
import { FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Card } from '../ui/form/split-form.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { type PartProps, partMarks } from '../ui/part.ts'
import { EmptyState } from '../ui/status/empty-state.tsx'
import { Skeleton } from '../ui/status/skeleton.tsx'
import { useFormTexts } from './form-texts.ts'
import { LoadFailed } from './load-failed.tsx'
import { useTexts } from './message.ts'

/** The part of a query's result that decides what a page shows before its form. */
export interface Reading {
  isPending: boolean
  error: KinoraError | null
  data: unknown
  refetch(): unknown
}

interface FormStateProps {
  /** What the form needs. */
  readings: readonly Reading[]
  back: { href: string | undefined; label: string }
  /** Shown where everything was read and what is edited isn't there. */
  missing: string
}

/** What is shown in place of a page while what it shows is read, and when that failed or found nothing. */
export function FormState({ readings, back, missing }: FormStateProps) {
  const { text } = useTexts()
  const link = <BackLink href={back.href}>{back.label}</BackLink>
  const failed = readings.find(
    ({ error, data }) => error !== null && error.status !== 404 && data === undefined,
  )
  if (failed !== undefined)
    return <LoadFailed isPage error={failed.error} onRetry={() => void failed.refetch()} actions={link} />
  if (readings.some(reading => reading.isPending))
    return (
      <div className="kn-form" aria-busy="true">
        <PageHeader back={link} title={text('ui.loading')} />
        <Card>
          <Skeleton width="40%" />
          <Skeleton width="70%" />
          <Skeleton width="55%" />
        </Card>
      </div>
    )
  return (
    <EmptyState
      isPage
      icon={<FileQuestion size={20} aria-hidden="true" />}
      title={text('title.notFound')}
      text={missing}
      actions={link}
    />
  )
}

interface FormPartProps extends Omit<FormStateProps, 'missing'>, Pick<PartProps, 'className' | 'rootRef'> {
  /** What it is marked as: `categories-form`. */
  part: string
  /** The form, once there is what it needs. */
  children: ReactNode
}

/** The outermost element of a form: its marks, and until there is a form, what `FormState` says. */
export function FormPart({ part, className, rootRef, readings, back, children }: FormPartProps) {
  const { text } = useFormTexts()
  const isOpen = Boolean(children)
  const isMissing = readings.every(({ isPending, error }) => !isPending && (error?.status ?? 404) === 404)
  const isFailed = readings.some(({ error }) => error !== null)
  const state = isOpen ? 'ready' : isMissing ? 'empty' : isFailed ? 'failed' : 'loading'
  return (
    <div ref={rootRef} className={classes('kn-part', className)} {...partMarks(part, state)}>
      {isOpen ? children : <FormState {...{ readings, back }} missing={text('ui.form.rowMissing')} />}
    </div>
  )
}
