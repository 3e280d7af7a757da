import type { FormEvent, ReactNode } from 'react'
import { BackLink, PageHeader } from '../frame/page-header.tsx'
import { Banner } from '../status/banner.tsx'
import { ConflictPanel, type ConflictPanelProps } from './conflict-panel.tsx'
import { useEmptyCards } from './empty-cards.ts'
import { type FormProblem, FormSummary } from './form-summary.tsx'
import { SaveBar, type SaveBarProps, useSaveKey } from './save-bar.tsx'
import { SplitForm } from './split-form.tsx'

export interface ResourceFormProps extends Pick<SaveBarProps, 'dirty' | 'saving' | 'isNew' | 'saved'> {
  /** Names the page and the form. */
  title: string
  /** What the page says in its place; `null` where the host has its own. */
  heading?: string | null | undefined
  /** Draws the header from ours, and the bar. */
  renderHeader?: ((ours: ReactNode) => ReactNode) | undefined
  renderFoot?: ((ours: ReactNode) => ReactNode) | undefined
  /** Beside the title: a badge. */
  badge?: ReactNode
  text?: ReactNode
  back?: { href: string | undefined; label: string }
  /** NavTabs, under the title. */
  tabs?: ReactNode
  /** Sections: cards with fields. */
  children: ReactNode
  aside?: ReactNode
  asideLabel?: string
  /** Why nothing can be changed: shown above; the fields are disabled and there is no Save. */
  unusable?: string | undefined
  /** Whether some fields are hidden: cards without any other aren't shown. */
  partial?: boolean | undefined
  attempt: number
  problems: readonly FormProblem[]
  conflicts: Pick<ConflictPanelProps, 'conflicts' | 'onChoose' | 'texts'>
  onSave: () => void
  /** In the header. */
  actions?: ReactNode
  /** In the bar, before Save. */
  barActions?: ReactNode
  texts: SaveBarProps['texts'] & { problems: string }
}

/** A form page: header, summary of errors, conflicts, sections, and the bar with Save. What the fields are is the noun's. */
export function ResourceForm(props: ResourceFormProps) {
  const { title, badge, text, back, aside, asideLabel, unusable, attempt, problems, conflicts, onSave } =
    props
  const { dirty, saving, isNew, saved, actions, barActions, texts } = props
  const { heading = title, renderHeader = asIs, renderFoot = asIs } = props
  useSaveKey(dirty, onSave)
  const form = useEmptyCards(props.partial ?? false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (unusable === undefined) onSave()
  }
  return (
    <form ref={form} className="kn-form" aria-label={title} noValidate onSubmit={submit}>
      {renderHeader(
        <PageHeader
          back={back && <BackLink href={back.href}>{back.label}</BackLink>}
          title={heading}
          aside={badge}
          text={text}
          actions={actions}
          tabs={props.tabs}
        />,
      )}
      <SplitForm aside={aside} asideLabel={asideLabel}>
        {unusable === undefined ? null : <Banner tone="info">{unusable}</Banner>}
        <FormSummary title={texts.problems} problems={problems} attempt={attempt} />
        <ConflictPanel {...conflicts} attempt={attempt} />
        <fieldset className="kn-form-sections" disabled={unusable !== undefined}>
          {props.children}
        </fieldset>
        {unusable === undefined
          ? renderFoot(
              <SaveBar
                dirty={dirty}
                saving={saving}
                isNew={isNew}
                saved={saved}
                texts={texts}
                actions={barActions}
              />,
            )
          : null}
      </SplitForm>
    </form>
  )
}

const asIs = (ours: ReactNode): ReactNode => ours
