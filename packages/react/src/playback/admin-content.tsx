import { type FormEvent, useState } from 'react'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { Card } from '../ui/form/split-form.tsx'
import { TextInput } from '../ui/form/text-input.tsx'
import { PageHeader } from '../ui/frame/page-header.tsx'
import { type NavTab, NavTabs } from '../ui/frame/tabs.tsx'
import { UPLOAD_PARAMETER } from './playback-data.tsx'
import { PlaybackRecount } from './playback-recount.tsx'
import { usePlaybackTexts } from './texts.ts'

export interface AdminContentProps {
  /** The tabs of the admin area that there are, by their ids (NAV-53). */
  tabs: readonly { id: 'content' | 'reports'; href: string }[]
  /** The page of playback data. */
  playbackHref: string
  /** The page of texts, where the host has it. */
  textsHref?: string
  /** The audit log; left out, nothing leads there. */
  auditHref?: string
  /** Goes to another page. */
  onGo: (href: string) => void
}

/** NAV-03: the Content tab of the admin area: playback data, uploads by their tracking id, and a recount. */
export function AdminContent({ tabs, playbackHref, textsHref, auditHref, onGo }: AdminContentProps) {
  const { text } = usePlaybackTexts()
  const items = tabs.map(({ id, href }): NavTab => ({ id, href, label: text(`ui.admin.tab.${id}`) }))
  return (
    <div className="kn-form">
      <PageHeader
        title={text('ui.admin.title')}
        tabs={<NavTabs label={text('ui.admin.tabs')} items={items} current="content" line />}
      />
      <div className="kn-admin-cards">
        <Card
          title={text('ui.playback.title')}
          actions={
            <ButtonLink variant="primary" href={playbackHref}>
              {text('ui.playback.open')}
            </ButtonLink>
          }
        >
          <p>{text('ui.playback.text')}</p>
        </Card>
        <FindUpload
          onFind={id => onGo(`${playbackHref}?${new URLSearchParams({ [UPLOAD_PARAMETER]: id })}`)}
        />
        <PlaybackRecount />
        {textsHref === undefined ? null : (
          <Card
            title={text('ui.admin.texts')}
            actions={<ButtonLink href={textsHref}>{text('ui.admin.textsOpen')}</ButtonLink>}
          >
            <p>{text('ui.admin.textsText')}</p>
          </Card>
        )}
        {auditHref === undefined ? null : (
          <Card
            title={text('ui.audit.title')}
            actions={<ButtonLink href={auditHref}>{text('ui.audit.open')}</ButtonLink>}
          >
            <p>{text('ui.audit.text')}</p>
          </Card>
        )}
      </div>
    </div>
  )
}

function FindUpload({ onFind }: { onFind: (trackingId: string) => void }) {
  const { text } = usePlaybackTexts()
  const [value, setValue] = useState('')
  const [isMissing, setMissing] = useState(false)
  const find = (event: FormEvent) => {
    event.preventDefault()
    const id = value.trim()
    setMissing(id === '')
    if (id !== '') onFind(id)
  }
  return (
    <Card title={text('ui.playback.findTitle')}>
      <form className="kn-playback-find" onSubmit={find} noValidate>
        <Field
          label={text('ui.playback.trackingId')}
          help={text('ui.playback.findHelp')}
          error={
            isMissing ? text('validation.required', { field: text('ui.playback.trackingId') }) : undefined
          }
          announces
        >
          <TextInput
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
            value={value}
            onChange={event => setValue(event.target.value)}
          />
        </Field>
        <Button type="submit">{text('ui.playback.find')}</Button>
      </form>
    </Card>
  )
}
