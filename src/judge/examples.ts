/** Three pairs that a classifier is checked on before it judges anything (06); written for this, in the demo's world. */
import type { Pair } from '../domain/presence';

export const CHECKS: readonly { pair: Pair; expected: boolean }[] = [
  {
    // Stated outright.
    pair: {
      question: 'Who built the Lantern Bridge?',
      passage:
        'Lantern Bridge\nThe Lantern Bridge crosses the Ouvrel at Brandlow. It was built by Isolde Marchetti in 1881 and carries two lamps for every arch.',
    },
    expected: true,
  },
  {
    // Implied: being born to a family of a town, in its house there, says where.
    pair: {
      question: 'In which town was the painter Edda Vance born?',
      passage:
        'Edda Vance\nEdda Vance painted the weirs of the valley for forty years. She came into the world above her father’s bakery in Tollenby and left the town only once.',
    },
    expected: true,
  },
  {
    // The entity is there, the fact is not.
    pair: {
      question: 'Who built the Lantern Bridge?',
      passage:
        'Brandlow\nBrandlow lies on both banks below the Lantern Bridge. Its glassworks employ three hundred people, and its market is held on the first Saturday of the month.',
    },
    expected: false,
  },
];
