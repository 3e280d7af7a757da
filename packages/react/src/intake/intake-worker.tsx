import { isUnreachable, toKinoraError, toWireDate } from '@kinora/core'
import { useEffect, useRef } from 'react'
import { withoutFrozen } from '../kernel/form-fields.ts'
import { useInvalidate } from '../kernel/use-read.ts'
import { toRenamed, useTitleFromFile } from '../titles/files/use-title-from-file.ts'
import type { PickedFile } from '../ui/form/picked-files.ts'
import { useIntake } from './intake-context.tsx'
import { SHEET_MAX, toBeginning } from './stored-sheet.ts'

/** Makes drafts of the files that came into the sheet, one after the other; shows nothing. */
export function IntakeWorker() {
  const intake = useIntake()
  const toTitle = useTitleFromFile()
  const invalidate = useInvalidate()
  const latest = useRef(intake)
  latest.current = intake
  const running = useRef<PickedFile>(undefined)
  const file = intake.waitsFor === undefined ? intake.files[0] : undefined

  useEffect(() => {
    if (file === undefined || running.current === file) return
    running.current = file
    const { name } = file
    const make = async () => {
      const { kept, defaults, host, done, hold } = latest.current
      if (kept.tags.length >= SHEET_MAX)
        return done({
          refused: {
            name,
            why: {
              kind: 'issues',
              issues: [{ path: '', code: 'intake.tooMany', params: { max: SHEET_MAX } }],
            },
          },
        })
      try {
        const { providerId } = defaults
        const beginning = toBeginning(defaults)
        const { classCategoryId = beginning.classCategoryId } = host.defaults ?? {}
        const isOther = classCategoryId !== beginning.classCategoryId
        const { tag, issues } = await toTitle(file, {
          ...withoutFrozen(
            // Out as soon as it is published, unless somebody enters another date.
            { ...beginning, scheduleDate: toWireDate(new Date()) },
            host.fields,
          ),
          // The category that a host gives has sub categories of its own.
          ...(isOther && { classSubCategoryId: null }),
          ...host.defaults,
          ...(providerId !== null && { providerId }),
        })
        const renamed = toRenamed(file, issues)
        const refused = { name, why: { kind: 'issues', issues } as const, renamed }
        done({ tag, refused: issues.length === 0 ? undefined : refused })
      } catch (error) {
        if (isUnreachable(error)) hold()
        else done({ refused: { name, why: { kind: 'error', error: toKinoraError(error) } } })
      }
      running.current = undefined
    }
    void make()
  }, [file, toTitle])
  // The list of titles has others when all are made.
  useEffect(() => () => void invalidate(['titles']), [invalidate])
  return null
}
