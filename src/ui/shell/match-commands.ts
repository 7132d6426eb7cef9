/** Commands whose label holds every typed word, those where the label begins with it first; order kept otherwise. */
export const matchCommands = <T extends { label: string }>(
  commands: readonly T[],
  typed: string,
  most: number,
): T[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const first = words[0];
  if (first === undefined) return commands.slice(0, most);
  const starts: T[] = [];
  const holds: T[] = [];
  for (const command of commands) {
    const label = command.label.toLowerCase();
    if (!words.every((word) => label.includes(word))) continue;
    (label.startsWith(first) ? starts : holds).push(command);
  }
  return [...starts, ...holds].slice(0, most);
};
