import { metadata, Role, TitleStatus } from '@kinora/core'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../kernel/provider.tsx'
import { useRead } from '../kernel/use-read.ts'
import { optionsOf } from '../titles/list/filters.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Field } from '../ui/form/field.tsx'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { BackLink, PageHeader } from '../ui/frame/page-header.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { useToasts } from '../ui/overlay/toast.tsx'
import { Combobox } from '../ui/picker/combobox.tsx'
import { Banner } from '../ui/status/banner.tsx'
import { EmptyState } from '../ui/status/empty-state.tsx'
import {
  type IntakeFields,
  IntakeProvider,
  type SheetFields,
  useIntake,
  useIntakeHere,
} from './intake-context.tsx'
import { Presets } from './presets.tsx'
import { isLeft, leave, merge } from './sheet-state.ts'
import { isReady, outcomeWords, SheetView } from './sheet-view.tsx'
import { noSheet, type StoredSheet, toDefaults, useStored } from './stored-sheet.ts'
import { useIntakeTexts } from './texts.ts'
import { type SheetModel, useSheet } from './use-sheet.ts'

export interface EditSheetProps {
  /** Where the list is; given, a link leads back to it. */
  listHref?: string
  /** What is hidden is neither shown nor sent; what is read-only is shown, and nothing changes it. */
  fields?: SheetFields | undefined
}

/** Beneath an `IntakeProvider` it is for that to say `fields` and `defaults`: files may come in without the sheet. */
export interface IntakeSheetProps extends EditSheetProps, IntakeFields {}

/** The sheet of new classes: a row for each file, described as in a spreadsheet, saved as one goes, published when ready. */
export function IntakeSheet(props: IntakeSheetProps) {
  const isProvided = useIntakeHere() !== undefined
  if (isProvided) return <NewClasses {...props} />
  return (
    <IntakeProvider fields={props.fields} defaults={props.defaults}>
      <NewClasses {...props} />
    </IntakeProvider>
  )
}

function NewClasses({ listHref }: IntakeSheetProps) {
  const { text } = useIntakeTexts()
  const { kept, change, changeDefaults, host } = useIntake()
  const { fields } = host
  const model = useSheet(kept, change, { hold: false, fields })
  const publishAll = usePublishAll(model)
  const entered = useRef<string>(undefined)
  const { rows } = model
  useEffect(() => {
    const row = rows.find(({ title }) => title.tag === entered.current)
    if (row === undefined) return
    entered.current = undefined
    changeDefaults(before => ({ ...before, last: toDefaults(row.edited) }))
  }, [rows, changeDefaults])
  return (
    <div className="kn-intake">
      <PageHeader
        back={<BackLink href={listHref}>{text('ui.nav.contentTitles')}</BackLink>}
        title={text('ui.add.classes')}
        text={text('ui.intake.text')}
      />
      <Incoming />
      {kept.tags.length === 0 ? null : (
        <SheetView
          model={model}
          kept={kept}
          hold={false}
          fields={fields}
          onLeave={tags => change(before => leave(before, tags))}
          onEntered={tag => {
            entered.current = tag
          }}
          tools={({ first, fill }) => (
            <>
              <Presets title={first} onApply={fill} />
              <Clear kept={kept} onClear={() => change(() => noSheet)} />
            </>
          )}
          acts={
            <Button variant="primary" onClick={() => void publishAll()}>
              {text('ui.intake.publishAll')}
            </Button>
          }
        />
      )}
    </div>
  )
}

/** Empties the sheet; asks where something isn’t saved yet. */
function Clear({ kept, onClear }: { kept: StoredSheet; onClear: () => void }) {
  const { text } = useIntakeTexts()
  const [isAsking, setAsking] = useState(false)
  const count = kept.tags.filter(tag => isLeft(kept, tag)).length
  return (
    <>
      <Button
        size="compact"
        variant="quiet"
        title={text('ui.intake.clearHelp')}
        onClick={() => (count > 0 ? setAsking(true) : onClear())}
      >
        {text('ui.intake.clear')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={onClear}
        title={text('ui.intake.clear')}
        text={text('ui.intake.clearHelp')}
        losses={[text('ui.intake.unsaved', { count })]}
        confirmLabel={text('ui.intake.clear')}
        cancelLabel={text('ui.cancel')}
        closeLabel={text('ui.close')}
      />
    </>
  )
}

/** Files on their way into the sheet: where they are dropped, whose they are, and what can’t be taken. */
function Incoming() {
  const texts = useIntakeTexts()
  const { text } = texts
  const { take, files, waitsFor, refused, dismiss, defaults, changeDefaults } = useIntake()
  const isAdmin = useUser().role === Role.Admin
  const { data } = useRead(metadata.view, {}, { enabled: isAdmin })
  return (
    <>
      {isAdmin ? (
        <Field label={text('field.providerId')} required>
          <Combobox
            value={defaults.providerId}
            onChange={providerId => changeDefaults(before => ({ ...before, providerId }))}
            options={optionsOf('providerId', data, text)}
            placeholder={text('ui.choose.providerFirst')}
            searchLabel={text('ui.list.searchFilter', { name: text('field.providerId').toLowerCase() })}
            emptyText={text('ui.noMatch')}
          />
        </Field>
      ) : null}
      <FileDrop
        multiple
        look="compact"
        accept=".mp4,.mp3,.aac,.m4a"
        disabled={isAdmin && defaults.providerId === null}
        title={
          <span role="status">
            {files[0] === undefined || waitsFor !== undefined
              ? text('ui.intake.drop')
              : text('ui.intake.checking', { name: files[0].name, count: files.length })}
          </span>
        }
        hint={text('ui.intake.dropHint')}
        buttonLabel={text('ui.chooseFiles')}
        onFiles={take}
      />
      {waitsFor === 'server' ? (
        <Banner
          tone="negative"
          title={text('ui.server.title')}
          actions={
            <Button size="compact" onClick={() => take([])}>
              {text('ui.retry')}
            </Button>
          }
        >
          {text('ui.intake.unreached', { count: files.length })}
        </Banner>
      ) : null}
      {refused.length === 0 ? null : (
        <Banner
          tone="negative"
          title={text('ui.intake.refused')}
          actions={
            <Button size="compact" onClick={dismiss}>
              {text('ui.close')}
            </Button>
          }
        >
          <ul className="kn-upload-refused">
            {refused.map(({ nth, name, why, renamed }) => (
              <li key={nth}>
                <strong>{name}: </strong>
                {why.kind === 'issues' ? texts.advise(why.issues) : texts.error(why.error)}
                {renamed === undefined ? null : (
                  <Button size="compact" onClick={() => take([renamed])}>
                    {text('ui.uploads.uploadAs', { name: renamed.name })}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </Banner>
      )}
    </>
  )
}

/** The sheet of titles that exist: what is changed shows what it was, and is saved together. */
export function EditSheet({ listHref, fields }: EditSheetProps) {
  const { text } = useIntakeTexts()
  const [kept, change] = useStored('edit', noSheet, merge)
  const model = useSheet(kept, change, { hold: true, fields })
  const publishAll = usePublishAll(model)
  const changed = model.rows.filter(({ isChanged }) => isChanged).length
  const header = (
    <PageHeader
      back={<BackLink href={listHref}>{text('ui.nav.contentTitles')}</BackLink>}
      title={text('ui.titles.editInSheet')}
      text={text('ui.intake.editText')}
    />
  )
  if (kept.tags.length === 0)
    return (
      <div className="kn-intake">
        {header}
        <EmptyState
          title={text('ui.intake.empty')}
          text={text('ui.intake.emptyEdit')}
          actions={
            listHref ? <ButtonLink href={listHref}>{text('ui.nav.contentTitles')}</ButtonLink> : undefined
          }
        />
      </div>
    )
  return (
    <div className="kn-intake">
      {header}
      <SheetView
        model={model}
        kept={kept}
        hold
        fields={fields}
        onLeave={tags => change(before => leave(before, tags))}
        acts={
          <>
            <Button onClick={() => void publishAll()}>{text('ui.intake.publishAll')}</Button>
            <Button
              variant="primary"
              disabled={changed === 0}
              loading={model.isSaving}
              onClick={() => void model.save()}
            >
              {changed === 0 ? text('ui.intake.saveNone') : text('ui.intake.save', { count: changed })}
            </Button>
          </>
        }
      />
    </div>
  )
}

/** Asks for every row that lacks nothing to be published when it is ready, and says how many were left out. */
function usePublishAll({ rows, publishWhenReady }: SheetModel): () => Promise<void> {
  const texts = useIntakeTexts()
  const { text } = texts
  const toasts = useToasts()
  return async () => {
    const open = rows.filter(
      ({ title }) => title.status !== TitleStatus.Published && title.whenReady?.state !== 'asked',
    )
    const ready = open.filter(isReady)
    let done = 0
    const failed = new Set<string>()
    for (const { title } of ready) {
      const outcome = await publishWhenReady(title.tag)
      if (outcome.kind === 'done') done += 1
      else failed.add(outcomeWords(outcome, texts))
    }
    const left = open.length - ready.length
    if (done > 0) toasts.show({ text: text('ui.intake.asked', { count: done }), tone: 'positive' })
    if (left > 0) toasts.show({ text: text('ui.intake.notReady', { count: left }), tone: 'warning' })
    for (const words of failed) toasts.show({ text: words, tone: 'negative' })
  }
}
