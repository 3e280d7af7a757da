import { type Kinora, KinoraRoot, useMemberList } from '@kinora/react'

/** Your own markup: who may use the site, and a switch for each. */
function Members() {
  const { rows, total, isLoading, error, ...acts } = useMemberList()
  if (error) return <p role="alert">{error}</p>
  return (
    <main aria-busy={isLoading}>
      <p>{total} members</p>
      <ul>
        {rows.map(member => (
          <li key={member.userId}>
            <label>
              <input
                type="checkbox"
                checked={member.isActive}
                onChange={() => void (member.isActive ? acts.disable : acts.enable)(member)}
              />
              {member.name}
            </label>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void acts.exportCsv()}>
        Export
      </button>
    </main>
  )
}

export default function MembersByHook({ kinora }: { kinora: Kinora }) {
  return (
    <KinoraRoot kinora={kinora}>
      <Members />
    </KinoraRoot>
  )
}
