import { EventType } from '@kinora/core'
import { type Kinora, KinoraRoot, Schedule } from '@kinora/react'
import '@kinora/react/styles.css'
import { useState } from 'react'

/** The weekly classes of your studio; the page has a heading of its own, and an event opens in your page. */
export default function ReadyMadeSchedule({ kinora }: { kinora: Kinora }) {
  const [opened, setOpened] = useState<string>()
  return (
    <KinoraRoot kinora={kinora}>
      <h1>Timetable</h1>
      <p role="status">{opened === undefined ? '' : `Opened ${opened}`}</p>
      <Schedule
        heading={null}
        view="calendar"
        filter={{ type: EventType.Scheduled }}
        onOpen={setOpened}
        slots={{
          actions: ours => (
            <>
              {ours}
              <button type="button" onClick={() => window.print()}>
                Print the week
              </button>
            </>
          ),
          onAir: null,
        }}
        className="timetable"
      />
    </KinoraRoot>
  )
}
