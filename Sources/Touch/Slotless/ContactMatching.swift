// Matching of a frame's contacts to those of the last frame: the exact assignment of least total cost.

/// Assigns rows to columns so that the sum of the costs is the least that there is.
///
/// Every row gets a column of its own, or every column a row when there are fewer of them. This is the Hungarian
/// method with shortest augmenting paths and potentials (Kuhn 1955, Munkres 1957, Jonker and Volgenant 1987), which
/// takes steps of the order of rows² · columns. All room is taken at the beginning.
struct ContactMatching {
    private let capacity: Int
    private var rows = 0
    private var columns = 0
    /// The costs, line by line of the shorter side.
    ///
    /// From now on "row" is one of the shorter side; both sides are counted from 1, 0 being "none".
    private var costs: [Double]
    /// The amounts subtracted from the costs of each row and column; a pair with cost 0 is a candidate.
    private var rowPotential: [Double]
    private var columnPotential: [Double]
    /// The row that each column has.
    private var rowOfColumn: [Int]
    /// The column before each column on the cheapest way to it, and the cost of that way.
    private var columnBefore: [Int]
    private var way: [Double]
    private var isOnTree: [Bool]
    private var result: [Int]

    init(capacity: Int) {
        self.capacity = capacity
        costs = Array(repeating: 0, count: capacity * capacity)
        rowPotential = Array(repeating: 0, count: capacity + 1)
        columnPotential = rowPotential
        way = rowPotential
        rowOfColumn = Array(repeating: 0, count: capacity + 1)
        columnBefore = rowOfColumn
        isOnTree = Array(repeating: false, count: capacity + 1)
        result = Array(repeating: -1, count: capacity)
    }

    /// Begins an assignment of rows to columns, at most `capacity` each; afterwards all costs must be set.
    mutating func prepare(rows: Int, columns: Int) {
        (self.rows, self.columns) = (rows, columns)
    }

    /// The cost of assigning this row to this column; finite.
    subscript(row: Int, column: Int) -> Double {
        get { costs[place(row, column)] }
        set { costs[place(row, column)] = newValue }
    }

    /// The column of a row of the last assignment; nil when there were too few columns.
    func column(of row: Int) -> Int? {
        result[row] < 0 ? nil : result[row]
    }

    mutating func assign() {
        for row in 0..<rows { result[row] = -1 }
        let (short, long) = (min(rows, columns), max(rows, columns))
        guard short > 0 else { return }
        for index in 0...long {
            rowPotential[index] = 0
            columnPotential[index] = 0
            rowOfColumn[index] = 0
        }
        for row in 1...short { augment(from: row, columns: long) }
        for column in 1...long where rowOfColumn[column] > 0 {
            let row = rowOfColumn[column] - 1
            if isTurned { result[column - 1] = row } else { result[row] = column - 1 }
        }
    }

    /// Whether there are fewer columns than rows: then columns look for rows.
    private var isTurned: Bool { rows > columns }

    private func place(_ row: Int, _ column: Int) -> Int {
        isTurned ? column * capacity + row : row * capacity + column
    }

    /// Gives this row a column, along the cheapest way on which rows before it change theirs.
    private mutating func augment(from start: Int, columns: Int) {
        for column in 0...columns {
            way[column] = .infinity
            isOnTree[column] = false
        }
        rowOfColumn[0] = start
        var column = 0
        // Each turn takes one more column into the tree, so that there are at most as many as columns.
        repeat {
            isOnTree[column] = true
            column = extendTree(from: column, columns: columns)
        } while rowOfColumn[column] != 0
        while column != 0 {
            let before = columnBefore[column]
            rowOfColumn[column] = rowOfColumn[before]
            column = before
        }
    }

    /// Looks at all columns from the row of this one, and goes to the nearest outside the tree.
    private mutating func extendTree(from column: Int, columns: Int) -> Int {
        let row = rowOfColumn[column]
        var (nearest, least) = (0, Double.infinity)
        for next in 1...columns where !isOnTree[next] {
            let rest = costs[(row - 1) * capacity + next - 1] - rowPotential[row] - columnPotential[next]
            if rest < way[next] {
                way[next] = rest
                columnBefore[next] = column
            }
            if way[next] < least || nearest == 0 { (nearest, least) = (next, way[next]) }
        }
        for each in 0...columns {
            if isOnTree[each] {
                rowPotential[rowOfColumn[each]] += least
                columnPotential[each] -= least
            } else {
                way[each] -= least
            }
        }
        return nearest
    }
}
